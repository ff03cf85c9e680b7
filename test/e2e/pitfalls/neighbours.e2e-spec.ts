import type { CanActivate, ExecutionContext, INestApplication } from '@nestjs/common';
import { Controller, Get, Inject, Injectable, Module, Scope, UseGuards } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { IsString } from 'class-validator';
import { execFile } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deny, McpExecutionContext, McpModule, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { compiledApps } from '../../support/compiled-apps.js';
import { resultText } from '../../support/result-text.js';
import { SseWire } from '../../support/sse-wire.js';

class TextDto {
  @IsString() text!: string;
}

@Injectable()
class Keyring {
  readonly key = 'open sesame';
}

/** What a guard saw of the last call. */
let seen: Record<string, unknown> = {};

@Injectable()
class KeyGuard implements CanActivate {
  constructor(private readonly keyring: Keyring) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<IncomingMessage & { body?: unknown }>();
    seen = {
      handler: context.getHandler().name,
      class: context.getClass().name,
      tool: McpExecutionContext.from(context)?.name,
      arguments: McpExecutionContext.from(context)?.arguments,
      key: request.headers['x-key'],
    };
    return request.headers['x-key'] === this.keyring.key;
  }
}

/** One that lets everybody in and says of nobody who it is. */
@Injectable()
class OpenGuard implements CanActivate {
  canActivate(): boolean {
    return true;
  }
}

@Injectable()
@UseGuards(OpenGuard)
class Safe {
  @McpTool()
  @UseGuards(KeyGuard)
  openSafe({ text }: TextDto): string {
    return `opened by ${text}`;
  }
}

@Injectable({ scope: Scope.REQUEST })
class PerRequest {
  constructor(@Inject(REQUEST) private readonly request: IncomingMessage) {}

  @McpTool()
  whoCalls(): string {
    return String(this.request.headers['x-key']);
  }
}

/** A controller of another team, in a module that two servers share. */
@Controller('health')
class Health {
  @Get()
  check(): string {
    return 'fine';
  }

  @McpTool({ server: 'admin' })
  checkHealth(): string {
    return 'fine';
  }
}

@Module({ providers: [Keyring, KeyGuard, Safe, PerRequest] })
class SafeModule {}

@Module({ controllers: [Health], providers: [Keyring], exports: [Keyring] })
class SharedModule {}

describe.each(PLATFORMS)('two servers, one made by a factory, on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    const testing = await Test.createTestingModule({
      imports: [
        McpModule.forRootAsync({
          imports: [SharedModule],
          inject: [Keyring],
          http: { legacySse: true },
          useFactory: ({ key }: Keyring) => ({ name: 'shop', instructions: key }),
        }),
        McpModule.forRoot({ id: 'admin', name: 'back office', http: { path: 'admin/mcp' } }),
        SharedModule,
        SafeModule,
      ],
    }).compile();
    app = testing.createNestApplication(platform.createAdapter(), { logger: false });
    await app.setGlobalPrefix('api').listen(0, '127.0.0.1');
  });

  afterAll(() => app.close());

  const connect = (protocolVersion: string, server = 'default', headers = {}) =>
    McpTestClient.overHttp(app, {
      protocolVersion,
      server,
      headers,
      path: server === 'default' ? '/api/mcp' : '/api/admin/mcp',
    });

  describe.each(ERAS)('in %s', (era) => {
    it('the one of the factory has its endpoint', async () => {
      expect(await (await connect(era)).listTools()).toHaveLength(2);
    });

    it('neither lists the tools of the other, however the modules import each other', async () => {
      const lists = await Promise.all(
        ['default', 'admin'].map(async (server) => (await connect(era, server)).listTools()),
      );

      expect(lists.map((tools) => tools.map(({ name }) => name))).toEqual([
        ['open_safe', 'who_calls'],
        ['check_health'],
      ]);
    });

    it('a guard has what its constructor asks for, and sees the call and its request', async () => {
      const client = await connect(era, 'default', { 'x-key': 'open sesame' });

      const result = await client.callTool('open_safe', { text: 'me' });

      expect(resultText(result)).toBe('opened by me');
      expect(seen).toEqual({
        handler: 'openSafe',
        class: 'Safe',
        tool: 'open_safe',
        arguments: { text: 'me' },
        key: 'open sesame',
      });
    });

    it('one that says no is heard', async () => {
      const result = await (await connect(era)).callTool('open_safe', { text: 'me' });

      expect(result.isError).toBe(true);
      expect(resultText(result)).toContain('Forbidden resource');
    });

    it('a guard that names no user hides nothing', async () => {
      expect((await (await connect(era)).listTools()).map(({ name }) => name)).toContain(
        'open_safe',
      );
    });

    it('a request-scoped provider has the request itself', async () => {
      const client = await connect(era, 'default', { 'x-key': 'mine' });

      expect(resultText(await client.callTool('who_calls'))).toBe('mine');
    });
  });

  it('HTTP+SSE announces a path with the prefix', async () => {
    const wire = await SseWire.connect(app, { path: '/api/sse' });

    expect(wire.endpoint).toMatch(/^\/api\/messages\?sessionId=/);
    wire.leave();
  });
});

it('nobody keeps the requests of request-scoped providers', async () => {
  const main = join(await compiledApps(), 'test/apps/soak/main.js');
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', main]);
  const { made, held } = JSON.parse(stdout) as { made: number; held: number };

  expect(made).toBe(100);
  // The last ones may still be on their way out.
  expect(held).toBeLessThan(10);
});

describe('a policy that hides everything', () => {
  let app: INestApplication;

  beforeAll(async () => {
    const mcp = { authorizer: { authorize: () => deny('not today') } };
    app = await bootApp(PLATFORMS[0]!, { imports: [SafeModule] }, { mcp });
  });

  afterAll(() => app.close());

  it.each(ERAS)('leaves an empty list, not an error, in %s', async (protocolVersion) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion });

    expect(await client.listTools()).toEqual([]);
  });
});
