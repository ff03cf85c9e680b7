import type {
  CallHandler,
  CanActivate,
  ExecutionContext,
  INestApplication,
  NestInterceptor,
} from '@nestjs/common';
import { Controller, Get, Injectable, SetMetadata } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { Observable } from 'rxjs';
import { finalize } from 'rxjs';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { SseWire } from '../../support/sse-wire.js';
import { WireClient } from '../../support/wire-client.js';
import { legacyRequest } from '../../support/wire-messages.js';

const PUBLIC = 'public';
const ping = legacyRequest('ping');
const key = { 'x-key': 'secret' };

@Injectable()
class Keys {
  readonly valid = 'secret';
}

@Injectable()
class KeyGuard implements CanActivate {
  constructor(private readonly keys: Keys) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    return headers['x-key'] === this.keys.valid;
  }
}

/** Lets nobody in, but where a decorator says so. */
class LockedGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return Reflect.getMetadata(PUBLIC, context.getClass()) === true;
  }
}

@Controller('orders')
class OrdersController {
  @Get()
  find(): string {
    return 'three orders';
  }
}

/** Tells when a route is over for everything around it. */
@Injectable()
class RouteWatch implements NestInterceptor {
  over = 0;

  intercept(_: unknown, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(finalize(() => this.over++));
  }
}

const statuses = async (app: INestApplication, headers: Record<string, string> = {}) => {
  const accept = 'text/event-stream';
  const { response, leave } = await new WireClient(app, '/sse').open('GET', { accept, ...headers });
  leave();
  const { status } = await new WireClient(app, '/messages?sessionId=x').post(ping, headers);
  return [response.statusCode, status];
};

describe.each(PLATFORMS)('the routes of HTTP+SSE on $platform', (platform) => {
  it('have the guards of the endpoint', async () => {
    const http = { legacySse: true, guards: [KeyGuard] };
    const app = await bootApp(platform, { providers: [Keys, KeyGuard] }, { mcp: { http } });

    const without = await statuses(app);
    const wire = await SseWire.initialize(app, { headers: key });
    const answer = await wire.ask(ping);
    wire.leave();
    await app.close();

    expect(without).toEqual([403, 403]);
    expect(answer).toMatchObject({ id: 1, result: {} });
  });

  it('have the decorators of the endpoint', async () => {
    const decorators = [SetMetadata(PUBLIC, true)];
    const configure = (app: INestApplication) => void app.useGlobalGuards(new LockedGuard());
    const boot = (http: object) =>
      bootApp(platform, {}, { mcp: { http: { legacySse: true, ...http } }, configure });
    const [locked, open] = [await boot({}), await boot({ decorators })];

    const answers = [await statuses(locked), await statuses(open)];
    await locked.close();
    await open.close();

    expect(answers).toEqual([
      [403, 403],
      [200, 404],
    ]);
  });

  it('have no place in an OpenAPI document', async () => {
    const mcp = { http: { legacySse: true } };
    const app = await bootApp(platform, { controllers: [OrdersController] }, { mcp });

    const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    await app.close();

    expect(Object.keys(paths)).toEqual(['/orders']);
  });

  it('are over for interceptors while the stream is open, so that no timeout ends it', async () => {
    const watch = new RouteWatch();
    const app = await bootApp(
      platform,
      { providers: [{ provide: APP_INTERCEPTOR, useValue: watch }] },
      { mcp: { http: { legacySse: true } } },
    );

    const wire = await SseWire.connect(app);
    const { over } = watch;
    const answer = await wire.ask(ping);
    wire.leave();
    await app.close();

    expect(over).toBe(1);
    expect(answer).toMatchObject({ id: 1 });
  });

  it('get the headers of CORS', async () => {
    const origin = 'https://chat.example';
    const app = await bootApp(
      platform,
      {},
      {
        mcp: { http: { legacySse: true, allowedOrigins: [origin] } },
        configure: (application) => application.enableCors({ origin }),
      },
    );

    const wire = await SseWire.connect(app, { headers: { origin } });
    const posted = await wire.post(ping);
    wire.leave();
    await app.close();

    const allowed = 'access-control-allow-origin';
    expect([wire.responseHeaders[allowed], posted.headers[allowed]]).toEqual([origin, origin]);
  });
});
