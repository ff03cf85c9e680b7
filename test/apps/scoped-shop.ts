import type {
  ArgumentsHost,
  CallHandler,
  CanActivate,
  ExceptionFilter,
  ExecutionContext,
  NestInterceptor,
  PipeTransform,
} from '@nestjs/common';
import { Catch, Inject, Injectable, Module, Scope } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, REQUEST } from '@nestjs/core';
import { IsOptional, IsString } from 'class-validator';
import type { Observable } from 'rxjs';
import { McpCompletion, McpContext, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import type { Meeting } from '../support/meeting.js';

/** What everything of one request shares: whose it is, and who has seen it. */
@Injectable({ scope: Scope.REQUEST })
export class Visit {
  /** Every instance there ever was, for who wants to count them. */
  static made: WeakRef<Visit>[] = [];
  readonly seenBy: string[] = [];
  last = '';

  constructor(
    @Inject(REQUEST) readonly request: { headers: Readonly<Record<string, string | undefined>> },
  ) {
    Visit.made.push(new WeakRef(this));
  }

  get tenant(): string {
    return this.request.headers['x-tenant'] ?? 'nobody';
  }
}

@Module({ providers: [Visit], exports: [Visit] })
export class VisitModule {}

/** Not scoped by its own declaration. */
@Injectable()
export class Ledger {
  constructor(readonly visit: Visit) {}
}

@Module({ imports: [VisitModule], providers: [Ledger], exports: [Ledger] })
export class LedgerModule {}

@Injectable({ scope: Scope.REQUEST })
class VisitGuard implements CanActivate {
  constructor(private readonly visit: Visit) {}

  canActivate(): boolean {
    this.visit.seenBy.push('guard');
    return true;
  }
}

@Injectable({ scope: Scope.REQUEST })
class VisitInterceptor implements NestInterceptor {
  constructor(private readonly visit: Visit) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    this.visit.seenBy.push('interceptor');
    return next.handle();
  }
}

@Injectable({ scope: Scope.REQUEST })
class VisitPipe implements PipeTransform {
  constructor(private readonly visit: Visit) {}

  transform(value: unknown): unknown {
    this.visit.seenBy.push('pipe');
    return value;
  }
}

/** Says for whom something failed. */
@Catch()
@Injectable({ scope: Scope.REQUEST })
class VisitFilter implements ExceptionFilter {
  constructor(private readonly visit: Visit) {}

  catch(exception: Error, _host: ArgumentsHost): object {
    return { failed: exception.message, tenant: this.visit.tenant };
  }
}

/** Enhancers of the whole application that are made for each request. */
export const SCOPED_ENHANCERS = [
  { provide: APP_GUARD, useClass: VisitGuard, scope: Scope.REQUEST },
  { provide: APP_INTERCEPTOR, useClass: VisitInterceptor, scope: Scope.REQUEST },
  { provide: APP_PIPE, useClass: VisitPipe, scope: Scope.REQUEST },
  { provide: APP_FILTER, useClass: VisitFilter, scope: Scope.REQUEST },
];

class TextDto {
  @IsString()
  text!: string;
}

class OptionalTextDto {
  @IsOptional()
  @IsString()
  text?: string;
}

/** Where calls wait for each other. */
export const MEETING = Symbol('meeting');

/** Its scope comes from two modules away. Every method keeps what it was told on the instance it shares. */
@Injectable()
export class Shop {
  constructor(
    private readonly ledger: Ledger,
    @Inject(MEETING) private readonly meeting: { current: Meeting },
  ) {}

  @McpTool()
  buy({ text }: TextDto): Promise<string> {
    return this.remember(text);
  }

  @McpTool()
  fail(_input: TextDto): never {
    throw new Error('sold out');
  }

  @McpTool()
  seenBy(context: McpContext): object {
    const { seenBy, request } = this.ledger.visit;
    return { seenBy, isSameRequest: request === context.request };
  }

  @McpResource({ uriTemplate: 'shop://orders/{text}' })
  order({ text }: TextDto): Promise<string> {
    return this.remember(text);
  }

  @McpPrompt()
  thank({ text = '' }: OptionalTextDto): Promise<string> {
    return this.remember(text);
  }

  @McpCompletion({ prompt: 'thank', argument: 'text' })
  async texts(text: string): Promise<string[]> {
    return [await this.remember(text)];
  }

  private async remember(text: string): Promise<string> {
    const { visit } = this.ledger;
    visit.last = `${visit.tenant} ${text}`;
    await this.meeting.current.attend();
    return visit.last;
  }
}
