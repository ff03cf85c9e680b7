import type {
  ArgumentsHost,
  CallHandler,
  CanActivate,
  ExceptionFilter,
  ExecutionContext,
  NestInterceptor,
} from '@nestjs/common';
import {
  Catch,
  ConflictException,
  ForbiddenException,
  HttpException,
  Injectable,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Exclude } from 'class-transformer';
import type { ServerResponse } from 'node:http';
import type { Observable } from 'rxjs';
import { map } from 'rxjs';
import { McpContext, McpExecutionContext, McpTool } from 'nest-mcp';

/** The catch-all filter of Nest's own documentation. */
@Catch()
@Injectable()
export class CatchEverythingFilter implements ExceptionFilter {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const { httpAdapter } = this.adapterHost;
    const http = host.switchToHttp();
    const status = exception instanceof HttpException ? exception.getStatus() : 500;
    const path: unknown = httpAdapter.getRequestUrl(http.getRequest());
    httpAdapter.reply(http.getResponse(), { statusCode: status, path }, status);
  }
}

/** Gives a value where other filters write a response, as GraphQL filters do. */
@Catch()
export class ReturningFilter implements ExceptionFilter {
  catch(exception: Error): object {
    return { handled: exception.message };
  }
}

/** Turns one exception into another. */
@Catch()
export class TranslatingFilter implements ExceptionFilter {
  catch(exception: Error): never {
    throw new ConflictException(`translated: ${exception.message}`);
  }
}

/** Swallows what it catches. */
@Catch()
export class SilentFilter implements ExceptionFilter {
  catch(): void {}
}

/** Counts requests and says how many are left, as throttlers do. */
@Injectable()
export class RateHeaderGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const response = context.switchToHttp().getResponse<{
      header(name: string, value: string): void;
    }>();
    const isHandler = McpExecutionContext.from(context) !== undefined;
    response.header(isHandler ? 'x-handler-remaining' : 'x-route-remaining', '9');
    response.header('content-type', 'text/plain');
    return true;
  }
}

/** Refuses a method by writing to the bare response, in pieces. */
@Injectable()
export class BareResponseGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (McpExecutionContext.from(context) === undefined) return true;
    const response = context
      .switchToHttp()
      .getResponse<ServerResponse & { readonly raw?: ServerResponse }>();
    const bare = response.raw ?? response;
    bare.writeHead(403, { 'content-type': 'text/plain' });
    bare.write('no ');
    bare.end('entry', 'utf8');
    return false;
  }
}

/** Sets several headers at once around a method, among them one that would garble the body. */
@Injectable()
export class ManyHeadersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (McpExecutionContext.from(context) === undefined) return true;
    const response = context.switchToHttp().getResponse<{
      set?(headers: object): void;
      headers?(headers: object): void;
    }>();
    const headers = { 'x-one': '1', 'x-two': '2', 'Content-Encoding': 'gzip' };
    if (response.set === undefined) response.headers?.(headers);
    else response.set(headers);
    return true;
  }
}

/** Wraps whatever a method returns. */
@Injectable()
export class DataWrapper implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

class Account {
  readonly name = 'Ada';

  @Exclude()
  readonly password = 'hunter2';
}

/** Tools that fail and succeed, with and without a notification before. */
@Injectable()
export class Station {
  @McpTool()
  fine(): string {
    return 'fine';
  }

  @McpTool({
    output: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  })
  typed(): object {
    return { ok: true };
  }

  @McpTool()
  account(): Account {
    return new Account();
  }

  @McpTool()
  forbidden(): never {
    throw new ForbiddenException('nope');
  }

  @McpTool()
  async fineAfterProgress(context: McpContext): Promise<string> {
    await context.progress(1);
    return 'fine';
  }

  @McpTool()
  async forbiddenAfterProgress(context: McpContext): Promise<never> {
    await context.progress(1);
    throw new ForbiddenException('nope');
  }
}
