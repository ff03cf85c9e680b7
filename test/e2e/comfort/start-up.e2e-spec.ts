import type { INestApplication, ModuleMetadata } from '@nestjs/common';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory, RouterModule } from '@nestjs/core';
import type { McpModuleOptions } from 'nest-mcp';
import {
  McpModule,
  McpPrompt,
  McpRegistry,
  McpResource,
  McpTool,
  allowlist,
  denyAll,
} from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import request from 'supertest';
import type { BootOptions } from '../../support/boot-app.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';

@Injectable()
class Desk {
  @McpTool({ description: 'Says hello' })
  greet(): string {
    return 'hello';
  }

  @McpTool({ description: 'Says goodbye' })
  part(): string {
    return 'goodbye';
  }

  @McpResource({ uri: 'desk://rules' })
  rules(): string {
    return 'none';
  }

  @McpPrompt()
  letter(): string {
    return 'Dear';
  }
}

const [EXPRESS] = PLATFORMS as [(typeof PLATFORMS)[number]];

@Injectable()
class BackOffice {
  @McpTool({ description: 'Locks the door', server: 'admin' })
  lock(): string {
    return 'locked';
  }
}

const apps: INestApplication[] = [];

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

/** What an application logs while it starts, and what it is. */
async function started(
  metadata: ModuleMetadata,
  options: BootOptions = {},
  platform: Pick<(typeof PLATFORMS)[number], 'createAdapter'> = EXPRESS,
) {
  const logger = new RecordingLogger();
  const app = await bootApp(platform, metadata, { ...options, create: { logger } });
  apps.push(app);
  return { app, logger, servers: logger.lines.filter((line) => line.startsWith('Server ')) };
}

/** The warnings of an application that is started and closed again. */
async function warningsOf(
  metadata: ModuleMetadata,
  mcp?: Partial<McpModuleOptions>,
): Promise<readonly string[]> {
  const { logger } = await started(metadata, { mcp });
  return logger.warnings;
}

const prefixed = (app: INestApplication) => app.setGlobalPrefix('/api/v2/');

describe.each(PLATFORMS)('the start-up log on $platform', (platform) => {
  it('has one line for each server, with the paths as they are mapped', async () => {
    const admin = McpModule.forRoot({
      id: 'admin',
      name: 'back office',
      version: '2.0.0',
      sessions: false,
      protocolVersions: ['2025-11-25', '2026-07-28'],
      http: { path: 'admin/mcp' },
    });
    const { app, servers, logger } = await started(
      { imports: [admin], providers: [Desk, BackOffice] },
      {
        mcp: {
          version: '1.0.0',
          http: { publicUrl: 'https://shop.example/mcp', legacySse: { path: 'events' } },
        },
        configure: prefixed,
      },
      platform,
    );

    expect(servers.toSorted()).toEqual([
      'Server "back office" 2.0.0 (id "admin"): Streamable HTTP at /api/v2/admin/mcp without sessions ' +
        '(sessions: false); revisions 2025-11-25, 2026-07-28; 1 tool',
      'Server "test" 1.0.0: Streamable HTTP at /api/v2/mcp (https://shop.example/mcp), HTTP+SSE at ' +
        '/api/v2/events; revisions 2024-11-05 to 2026-07-28; 2 tools, 1 resource, 1 prompt',
    ]);
    await request(app.getHttpServer()).post('/api/v2/mcp').expect(415);

    expect(logger.warnings).toEqual([]);
    expect(logger.details).toEqual(
      expect.arrayContaining([
        expect.stringContaining('(http.allowedOrigins)'),
        expect.stringContaining('(http.allowedHosts)'),
        expect.stringMatching(/no sessions over HTTP \(sessions: false\).*asked nothing/),
      ]),
    );
  });

  it('leaves the global prefix out where the application does', async () => {
    const { app, servers } = await started(
      { providers: [Desk] },
      { configure: (created) => created.setGlobalPrefix('api', { exclude: ['mcp'] }) },
      platform,
    );

    expect(servers).toEqual([expect.stringContaining('Streamable HTTP at /mcp;')]);
    await request(app.getHttpServer()).post('/mcp').expect(415);
  });
});

describe('the start-up log', () => {
  it('says why no client reaches the server of an application context', async () => {
    @Module({ imports: [McpModule.forRoot({ name: 'shop' })], providers: [Desk] })
    class AppModule {}
    const logger = new RecordingLogger();

    await (await NestFactory.createApplicationContext(AppModule, { logger })).close();

    expect(logger.text).toMatch(/: no transport \(an application context has no web server\);/);
    expect(logger.details).toEqual([]);
  });

  it('has the path that RouterModule puts before', async () => {
    const below = RouterModule.register([{ path: 'ai', module: McpModule }]);
    const { app, servers } = await started({ imports: [below], providers: [Desk] });

    expect(servers).toEqual([expect.stringContaining('Streamable HTTP at /ai/mcp;')]);
    await request(app.getHttpServer()).post('/ai/mcp').expect(415);
  });

  it('says that HTTP is switched off', async () => {
    const { servers } = await started({ providers: [Desk] }, { mcp: { http: false } });

    expect(servers).toEqual([expect.stringContaining(': no transport (http: false);')]);
  });

  it('counts what modules register while they initialize', async () => {
    @Injectable()
    class Loader {
      constructor(private readonly registry: McpRegistry) {}

      async onModuleInit(): Promise<void> {
        await this.registry.registerTools([
          { name: 'late', description: 'Comes late', handler: () => 'now' },
        ]);
      }
    }

    const { servers, logger } = await started({ providers: [Loader] });

    expect(servers).toEqual([expect.stringMatching(/; 1 tool$/)]);
    expect(logger.warnings).toEqual([]);
  });
});

@Injectable()
class Careless {
  @McpTool({ name: 'shop.find' })
  find(): string {
    return '';
  }

  @McpResource({ uriTemplate: 'shop://{a}' })
  one(): string {
    return '';
  }

  @McpResource({ uriTemplate: 'shop://{b}' })
  other(): string {
    return '';
  }
}

describe('warnings at start-up', () => {
  it('name place, cause and remedy, each once', async () => {
    expect((await warningsOf({ providers: [Careless] })).toSorted()).toEqual([
      expect.stringMatching(/^No description for the tools "shop\.find" \(Careless\.find\)/),
      expect.stringMatching(/^Some hosts refuse .* "shop\.find" \(Careless\.find\)/),
      expect.stringMatching(/"shop:\/\/\{b\}" \(Careless\.other\) is shadowed by "shop:\/\/\{a\}"/),
    ]);
  });

  it.each([
    ['denyAll()', denyAll(), 'it denies everything'],
    ['allowlist() with a misspelling', allowlist(['gret']), 'allowlist() names "gret"'],
  ])('tell of a policy that hides every tool: %s', async (_, authorizer, why) => {
    expect(await warningsOf({ providers: [Desk] }, { authorizer })).toEqual([
      expect.stringContaining(why),
    ]);
  });

  it('tell of an application in which nothing is decorated', async () => {
    expect(await warningsOf({})).toEqual([
      expect.stringMatching(/offers nothing: .*List the class in `providers`/),
    ]);
  });

  it.each([
    ['hooks', { mcp: { hooks: { onToolCall: () => undefined } } }],
    ['a class that registers things', { injects: true }],
  ])(
    'stay away where nothing is decorated but there are %s',
    async (
      _,
      {
        mcp,
        injects,
      }: {
        mcp?: Partial<McpModuleOptions>;
        injects?: boolean;
      },
    ) => {
      @Injectable()
      class Later {
        constructor(readonly registry: McpRegistry) {}
      }

      expect(await warningsOf({ providers: injects ? [Later] : [] }, mcp)).toEqual([]);
    },
  );
});

describe('a list of tools that the policy empties', () => {
  it('is warned of once, and not where it is empty of itself', async () => {
    const isOpen = { now: false };
    const { app, logger } = await started(
      { providers: [Desk] },
      {
        mcp: {
          authorizer: {
            authorize: () => ({ kind: 'allow' }),
            canList: () => isOpen.now,
          },
        },
      },
    );
    const client = await McpTestClient.inMemory(app);

    isOpen.now = true;
    expect(await client.listTools()).toHaveLength(2);
    expect(logger.warnings).toEqual([]);

    isOpen.now = false;
    expect(await client.listTools()).toEqual([]);
    expect(await client.listTools()).toEqual([]);
    expect(logger.warnings).toEqual([
      expect.stringMatching(
        /tools\/list was empty for a caller without a principal.*`authorizer` hid every tool \(2\)/,
      ),
    ]);
    await client.close();
  });
});
