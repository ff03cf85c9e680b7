import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import {
  ClassSerializerInterceptor,
  Injectable,
  ParseIntPipe,
  RequestTimeoutException,
  ValidationPipe,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { CacheInterceptor } from '@nestjs/cache-manager';
import { Exclude } from 'class-transformer';
import { IsBoolean, IsNumberString, IsString } from 'class-validator';
import type { Observable } from 'rxjs';
import { catchError, map, tap, throwError, timeout } from 'rxjs';
import {
  McpArgs,
  McpCompletion,
  McpContext,
  McpExecutionContext,
  McpPrompt,
  McpResource,
  McpTool,
} from 'nest-mcp';
import { CatchEverythingFilter } from './frame-breakers.js';
import { JwtAuthGuard, Roles, RolesGuard } from './passport.js';

/** What the logging interceptor wrote. */
export const written: string[] = [];

/** The logging interceptor of Nest's documentation. */
@Injectable()
class LoggingInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method, url, ip } = context
      .switchToHttp()
      .getRequest<{ method: string; url: string; ip: string }>();
    const line = `${method} ${url} ${ip} ${context.getHandler().name}`;
    return next.handle().pipe(tap(() => written.push(line)));
  }
}

/** Wraps the answers of routes. */
@Injectable()
class DataInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (McpExecutionContext.from(context) !== undefined) return next.handle();
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

@Injectable()
class TimeoutInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      timeout(20_000),
      catchError((error: Error) =>
        throwError(() => (error.name === 'TimeoutError' ? new RequestTimeoutException() : error)),
      ),
    );
  }
}

/** Everything a backend binds for the whole application, but a throttler. */
export const HABITS = [
  { provide: APP_GUARD, useClass: JwtAuthGuard },
  { provide: APP_GUARD, useClass: RolesGuard },
  { provide: APP_INTERCEPTOR, useClass: LoggingInterceptor },
  { provide: APP_INTERCEPTOR, useClass: DataInterceptor },
  { provide: APP_INTERCEPTOR, useClass: TimeoutInterceptor },
  { provide: APP_INTERCEPTOR, useClass: CacheInterceptor },
  { provide: APP_INTERCEPTOR, useClass: ClassSerializerInterceptor },
  { provide: APP_FILTER, useClass: CatchEverythingFilter },
  {
    provide: APP_PIPE,
    useFactory: () =>
      new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }),
  },
];

class NumberDto {
  @IsString()
  number!: string;
}

class CountDto {
  @IsNumberString()
  count!: string;
}

class SureDto {
  @IsBoolean()
  sure!: boolean;
}

class OrderDto {
  @IsString()
  number!: string;
}

class Order {
  constructor(readonly number: string) {}

  @Exclude()
  readonly margin = 0.4;
}

@Injectable()
export class Orders {
  @McpTool({ output: OrderDto })
  findOrder({ number }: NumberDto): Order {
    return new Order(number);
  }

  @McpTool({ input: CountDto })
  double(@McpArgs('count', ParseIntPipe) count: number): string {
    return String(count * 2);
  }

  @McpTool()
  @Roles(['admin'])
  removeAll(): string {
    return 'removed';
  }

  @McpTool()
  break(): never {
    throw new Error('password=hunter2');
  }

  @McpTool()
  async pack(context: McpContext): Promise<string> {
    for (const step of [1, 2]) await context.progress(step, { total: 2 });
    return 'packed';
  }

  @McpTool()
  async refund(context: McpContext): Promise<string> {
    const { action } = await context.elicit('Really?', SureDto);
    return action;
  }

  @McpResource({ uriTemplate: 'orders://{number}' })
  order({ number }: NumberDto): Order {
    return new Order(number);
  }

  @McpPrompt()
  complain({ number }: NumberDto): string {
    return `Where is ${number}?`;
  }

  @McpCompletion({ prompt: 'complain', argument: 'number' })
  numbers(typed: string): string[] {
    return ['A-1', 'A-2', 'B-1'].filter((number) => number.startsWith(typed));
  }
}
