import type {
  CallHandler,
  ExecutionContext,
  INestApplication,
  NestInterceptor,
} from '@nestjs/common';
import { Injectable, RequestTimeoutException } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { McpExecutionContext, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import type { Observable } from 'rxjs';
import { catchError, finalize, throwError, timeout } from 'rxjs';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

let routeFinished: Promise<void>;
let finishRoute: () => void;
let methodLimitMs: number;

/** The timeout interceptor of Nest's documentation. */
@Injectable()
class TimeoutInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const isRoute = McpExecutionContext.from(context) === undefined;
    return next.handle().pipe(
      timeout(isRoute ? 5_000 : methodLimitMs),
      catchError((error: Error) =>
        throwError(() => (error.name === 'TimeoutError' ? new RequestTimeoutException() : error)),
      ),
      finalize(() => isRoute && finishRoute()),
    );
  }
}

@Injectable()
class Slow {
  /** Returns only after everything around the route is over. */
  @McpTool()
  async outliveRoute(): Promise<string> {
    await routeFinished;
    return 'still here';
  }

  @McpTool()
  hang(): Promise<never> {
    return new Promise(() => undefined);
  }
}

describe.each(PLATFORMS)('a timeout interceptor on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(platform, {
      providers: [Slow, { provide: APP_INTERCEPTOR, useClass: TimeoutInterceptor }],
    });
  });

  afterAll(() => app.close());

  const connect = async (protocolVersion: string, limitMs: number) => {
    methodLimitMs = limitMs;
    const client = await McpTestClient.overHttp(app, { protocolVersion });
    routeFinished = new Promise((resolve) => {
      finishRoute = resolve;
    });
    return client;
  };

  it.each(ERAS)('is done with the route while a tool of %s still runs', async (era) => {
    const client = await connect(era, 5_000);

    expect(resultText(await client.callTool('outlive_route'))).toBe('still here');
  });

  it.each(ERAS)('ends a tool of %s that takes too long, in words', async (era) => {
    const client = await connect(era, 1);

    const result = await client.callTool('hang');

    expect({ text: resultText(result), isError: result.isError }).toEqual({
      text: 'Request Timeout',
      isError: true,
    });
  });
});
