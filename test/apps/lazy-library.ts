import type {
  CallHandler,
  CanActivate,
  ExecutionContext,
  NestInterceptor,
  PipeTransform,
} from '@nestjs/common';
import {
  ForbiddenException,
  Injectable,
  Module,
  Scope,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { IsString } from 'class-validator';
import { McpCompletion, McpContext, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import type { Observable } from 'rxjs';
import { map } from 'rxjs';

/** What is injected from a module that is brought along. */
@Injectable()
export class Shelves {
  private readonly titles = new Map([['978', 'Dune']]);

  titleOf(isbn: string): string {
    return this.titles.get(isbn) ?? 'nothing';
  }

  @McpTool()
  countShelves(): number {
    return 3;
  }
}

@Module({ providers: [Shelves], exports: [Shelves] })
export class ShelvesModule {}

/** Lets in whom the injected list names. */
@Injectable()
export class ReadersGuard implements CanActivate {
  constructor(private readonly shelves: Shelves) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.shelves.titleOf('978') !== 'Dune') throw new ForbiddenException('no shelves');
    return (context.getHandler() as { isClosed?: boolean }).isClosed !== true;
  }
}

@Injectable()
export class LoudInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value) => `${String(value)}!`));
  }
}

@Injectable()
export class TrimPipe implements PipeTransform {
  transform(value: unknown): unknown {
    if (value instanceof BookDto) value.isbn = value.isbn.trim();
    return value;
  }
}

export class BookDto {
  @IsString()
  isbn!: string;
}

const Closed = (): MethodDecorator => (_target, _name, descriptor) =>
  void Object.assign(descriptor.value as object, { isClosed: true });

@Injectable()
@UseGuards(ReadersGuard)
export class Library {
  constructor(private readonly shelves: Shelves) {}

  @McpTool()
  @UseInterceptors(LoudInterceptor)
  @UsePipes(TrimPipe)
  findBook({ isbn }: BookDto): string {
    return this.shelves.titleOf(isbn);
  }

  @McpTool()
  @Closed()
  burnBook({ isbn }: BookDto): string {
    return `burnt ${isbn}`;
  }

  @McpResource({ uri: 'library://rules' })
  rules(): string {
    return 'be quiet';
  }

  @McpResource({ uriTemplate: 'library://books/{isbn}' })
  book({ isbn }: BookDto): string {
    return this.shelves.titleOf(isbn);
  }

  @McpPrompt()
  review({ isbn }: BookDto): string {
    return `Review ${isbn}`;
  }

  @McpCompletion({ prompt: 'review', argument: 'isbn' })
  isbns(value: string): string[] {
    return ['978', '979'].filter((isbn) => isbn.startsWith(value));
  }
}

/** One for each call. */
@Injectable({ scope: Scope.REQUEST })
export class LoanDesk {
  static made = 0;
  private readonly number = ++LoanDesk.made;

  constructor(private readonly shelves: Shelves) {}

  @McpTool()
  lend({ isbn }: BookDto, context: McpContext): string {
    return `${this.shelves.titleOf(isbn)} at desk ${this.number} for ${context.protocolVersion}`;
  }
}

@Module({
  imports: [ShelvesModule],
  providers: [Library, LoanDesk],
})
export class LibraryModule {}
