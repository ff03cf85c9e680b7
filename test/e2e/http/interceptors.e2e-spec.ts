import type {
  CallHandler,
  ExecutionContext,
  INestApplication,
  NestInterceptor,
} from '@nestjs/common';
import { RequestTimeoutException } from '@nestjs/common';
import { Subject, map, merge, mergeMap, take, tap, throwError } from 'rxjs';
import { McpExecutionContext } from 'nest-mcp';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { WireClient, events, outcome, read } from '../../support/wire-client.js';
import { initialize, legacyCall, modernCall } from '../../support/wire-messages.js';

/** Leaves the calls of tools alone: only what is around the route is of interest here. */
const atRoute = (intercept: NestInterceptor['intercept']): NestInterceptor => ({
  intercept: (context: ExecutionContext, next: CallHandler) =>
    McpExecutionContext.from(context) === undefined ? intercept(context, next) : next.handle(),
});

/** What a timeout interceptor does, when the test says that time is up. */
const timeIsUp = new Subject<void>();

const timeoutAtRoute = atRoute((_context, next) => {
  const tooLate = timeIsUp.pipe(mergeMap(() => throwError(() => new RequestTimeoutException())));
  return merge(next.handle(), tooLate).pipe(take(1));
});

const wrapAtRoute = atRoute((_context, next) =>
  next.handle().pipe(map((data: unknown) => ({ statusCode: 200, data }))),
);

const headerAtRoute = atRoute((context, next) =>
  next.handle().pipe(
    tap(() => {
      const response = context.switchToHttp().getResponse<{
        header(name: string, value: string): void;
      }>();
      response.header('x-took', '1');
    }),
  ),
);

describe.each(PLATFORMS)('interceptors around the route on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;

  const boot = async (interceptor: NestInterceptor) => {
    app = await bootApp(
      { createAdapter },
      { providers: [Workshop] },
      { configure: (application) => application.useGlobalInterceptors(interceptor) },
    );
    client = new WireClient(app);
  };

  afterEach(() => app.close());

  it('that give up after a time do not end a stream', async () => {
    await boot(timeoutAtRoute);
    const { body, headers } = modernCall('hold', { announce: true });
    const { response } = await client.open('POST', headers, body);
    const held = await app.get(Workshop).nextHeld();

    timeIsUp.next();
    held.finish('in its own time');

    expect(events(await read(response)).at(-1)).toMatchObject({
      result: { content: [{ text: 'in its own time' }] },
    });
  });

  it('that wrap what routes return do not wrap answers', async () => {
    await boot(wrapAtRoute);
    const { body, headers } = modernCall('count', { steps: 1 });

    const streamed = await client.post(body, headers);
    const plain = await client.post(initialize());

    expect(events(streamed.text).map(({ id }) => id)).toEqual([undefined, 1]);
    expect(outcome(plain).body).toMatchObject({ jsonrpc: '2.0', id: 1 });
  });

  it.each(['POST', 'DELETE'])('that set headers are no obstacle to %s', async (method) => {
    await boot(headerAtRoute);
    const session = await client.openSession();
    const expected = { POST: 200, DELETE: 204 }[method];

    const call = method === 'POST' ? legacyCall('echo', { text: 'hi' }) : undefined;

    expect((await client.send(method, session, call)).status).toBe(expected);
  });

  it('that set headers are no obstacle to GET', async () => {
    await boot(headerAtRoute);
    const session = await client.openSession();

    const { response, leave } = await client.open('GET', session);
    response.on('error', () => undefined);

    expect(response.statusCode).toBe(200);
    leave();
  });
});
