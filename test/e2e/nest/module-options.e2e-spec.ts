import type { CanActivate, ExecutionContext, INestApplication } from '@nestjs/common';
import { Body, Controller, Injectable, Module, Post, Scope } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Server } from 'node:http';
import { McpDispatcher, McpModule, McpRegistry, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import request from 'supertest';
import { bootApp, bootContext, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';
import { silentLogger } from '../../support/silent-logger.js';

@Injectable()
class Keys {
  readonly valid = 'sesame';
}

@Injectable()
class KeyGuard implements CanActivate {
  constructor(private readonly keys: Keys) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    return headers['x-key'] === this.keys.valid;
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedGuard implements CanActivate {
  canActivate(): boolean {
    return true;
  }
}

@Injectable()
class Clerk {
  @McpTool()
  serve(): string {
    return 'served';
  }
}

@Injectable()
class Reporter {
  constructor(
    readonly registry: McpRegistry,
    readonly dispatcher: McpDispatcher,
  ) {}
}

@Module({ providers: [Reporter, Clerk] })
class FeatureModule {}

/** What an application may have at the path of the endpoint. */
@Controller('mcp')
class OwnController {
  @Post()
  receive(@Body() received: object): object {
    return { received };
  }
}

describe.each(PLATFORMS)('http.guards on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    const metadata = { providers: [Clerk, Keys, KeyGuard] };
    app = await bootApp(platform, metadata, { mcp: { http: { guards: [KeyGuard] } } });
  });

  afterAll(() => app.close());

  it.each(ERAS)('let a caller of %s in, with what the application injects', async (era) => {
    const client = await McpTestClient.overHttp(app, {
      protocolVersion: era,
      headers: { 'x-key': 'sesame' },
    });

    expect(await client.callTool('serve')).toMatchObject({
      content: [{ type: 'text', text: 'served' }],
    });
  });

  it('keep others out with 403', async () => {
    const client = await McpTestClient.overHttp(app, { headers: { 'x-key': 'guess' } });

    expect(await client.exchange('tools/list')).toMatchObject({ status: 403 });
  });
});

describe('http.guards', () => {
  it('may be instances', async () => {
    const deny: CanActivate = { canActivate: () => false };
    const app = await bootApp(PLATFORMS[0]!, {}, { mcp: { http: { guards: [deny] } } });

    const { status } = await request(app.getHttpServer() as Server).post('/mcp');
    await app.close();

    expect(status).toBe(403);
  });

  it('that no module provides stop the boot', async () => {
    expect(await bootError({ providers: [Keys] }, { http: { guards: [KeyGuard] } })).toContain(
      'McpModule option http.guards: KeyGuard cannot be resolved. Remedy: list it in the `providers` of a module',
    );
  });

  it('that are request-scoped stop the boot', async () => {
    const message = await bootError(
      { providers: [ScopedGuard] },
      { http: { guards: [ScopedGuard] } },
    );

    expect(message).toContain('ScopedGuard cannot be resolved');
  });
});

describe('the module', () => {
  it('is global, so that a feature module injects the registry', async () => {
    const app = await bootContext({ imports: [FeatureModule] });

    const { registry } = app.get(Reporter);
    await app.close();

    expect(registry.catalogue.findTool('serve')).toBeDefined();
  });

  it('gives a feature module the dispatcher that serves clients', async () => {
    const app = await bootContext({ imports: [FeatureModule] });

    const { dispatcher } = app.get(Reporter);
    await app.close();

    expect(dispatcher).toBe(app.get(McpDispatcher));
  });

  it('is not global when told so', async () => {
    await expect(bootContext({ imports: [FeatureModule] }, { isGlobal: false })).rejects.toThrow(
      "can't resolve dependencies of the Reporter",
    );
  });

  it('is not changed by a caller that changes its options later', async () => {
    const icons = [{ src: 'https://shop.example/icon.png' }];
    const options = {
      name: 'shop',
      icons,
      limits: { pageSize: 1 },
      capabilities: { prompts: true },
    };
    @Module({ imports: [McpModule.forRoot(options)], providers: [Clerk] })
    class AppModule {}
    Object.assign(options, { name: 'changed' });
    Object.assign(options.capabilities, { prompts: false });
    icons.length = 0;
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false });

    const client = await McpTestClient.inMemory(app);
    const discovered = await client.request('server/discover');
    await app.close();

    expect(discovered).toMatchObject({
      capabilities: { prompts: {} },
      _meta: {
        'io.modelcontextprotocol/serverInfo': {
          name: 'shop',
          icons: [{ src: 'https://shop.example/icon.png' }],
        },
      },
    });
  });

  it('boots and closes in an application context', async () => {
    @Module({ imports: [McpModule.forRoot({ name: 'shop' })], providers: [Clerk] })
    class AppModule {}
    const app = await NestFactory.createApplicationContext(AppModule, { logger: silentLogger });

    const result = await (await McpTestClient.inMemory(app)).callTool('serve');

    expect(result).toMatchObject({ content: [{ text: 'served' }] });
    await expect(app.close()).resolves.toBeUndefined();
  });
});

describe.each(PLATFORMS)('http: false on $platform', (platform) => {
  it.each(['get', 'post', 'delete'] as const)('leaves %s /mcp unknown', async (verb) => {
    const app = await bootApp(platform, { providers: [Clerk] }, { mcp: { http: false } });

    const { status } = await request(app.getHttpServer() as Server)[verb]('/mcp');
    await app.close();

    expect(status).toBe(404);
  });

  it('leaves the path to the application', async () => {
    const metadata = { controllers: [OwnController] };
    const app = await bootApp(platform, metadata, { mcp: { http: false } });

    const { body } = await request(app.getHttpServer() as Server)
      .post('/mcp')
      .send({ hello: 'world' });
    await app.close();

    expect(body).toEqual({ received: { hello: 'world' } });
  });
});
