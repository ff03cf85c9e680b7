import type { INestApplicationContext, ModuleMetadata, Type } from '@nestjs/common';
import { Controller, Get, Injectable, Module } from '@nestjs/common';
import { LazyModuleLoader, NestFactory } from '@nestjs/core';
import type { McpModuleOptions } from 'nest-mcp';
import {
  McpCompletion,
  McpModule,
  McpPrompt,
  McpRegistry,
  McpResource,
  McpResourceFeed,
  McpTool,
} from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { NEVER } from 'rxjs';
import { serverToken } from '../../../src/mcp.tokens.js';
import { bootContext } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';
import { silentLogger } from '../../support/silent-logger.js';

@Injectable()
class Orders {
  @McpTool()
  findOrder(): string {
    return 'order';
  }

  @McpTool({ server: 'default' })
  countOrders(): number {
    return 3;
  }
}

@Injectable()
class UrgentOrders extends Orders {}

@Controller('reports')
class Reports {
  @Get()
  @McpTool()
  report(): string {
    return 'report';
  }
}

@Module({ providers: [Orders], controllers: [Reports] })
class ShopModule {}

@Injectable()
class Everything {
  @McpTool()
  tool(): string {
    return '';
  }

  @McpResource({ uri: 'shop://all' })
  resource(): string {
    return '';
  }

  @McpResource({ uriTemplate: 'shop://{id}' })
  template(): string {
    return '';
  }

  @McpPrompt({ input: { type: 'object', properties: { tone: { type: 'string' } } } })
  prompt(): string {
    return '';
  }

  @McpCompletion({ prompt: 'prompt', argument: 'tone' })
  tones(): string[] {
    return ['kind'];
  }

  @McpResourceFeed({ uri: 'shop://all' })
  changes() {
    return NEVER;
  }
}

@Injectable()
class Vendor {
  @McpTool({ server: ['default', 'admin'] })
  advertise(): string {
    return 'buy more';
  }

  @McpTool()
  spy(): string {
    return 'looking';
  }
}

const adminServer = (options: Partial<McpModuleOptions> = {}) =>
  McpModule.forRoot({ id: 'admin', name: 'back office', http: { path: 'admin' }, ...options });

let app: INestApplicationContext | undefined;

afterEach(() => app?.close());

async function boot(metadata: ModuleMetadata, options: Partial<McpModuleOptions> = {}) {
  const imports = [adminServer(options), ...(metadata.imports ?? [])];
  app = await bootContext({ ...metadata, imports }, options);
  return app;
}

/** What each server offers. */
function tools(booted: INestApplicationContext) {
  const names = (id: string) =>
    booted.get<McpRegistry>(serverToken(McpRegistry, id)).tools.map(({ name }) => name);
  return { default: names('default'), admin: names('admin') };
}

const forAdmin = (...classes: Type<unknown>[]) =>
  McpModule.forFeature(classes, { server: 'admin' });

describe('what forFeature() names', () => {
  it.each<{ what: string; metadata: ModuleMetadata; admin: string[]; rest: string[] }>([
    {
      what: 'a provider',
      metadata: { imports: [ShopModule, forAdmin(Orders)] },
      admin: ['find_order'],
      rest: ['count_orders', 'report'],
    },
    {
      what: 'a controller',
      metadata: { imports: [ShopModule, forAdmin(Reports)] },
      admin: ['report'],
      rest: ['count_orders', 'find_order'],
    },
    {
      what: 'a module',
      metadata: { imports: [ShopModule, forAdmin(ShopModule)] },
      admin: ['find_order', 'report'],
      rest: ['count_orders'],
    },
    {
      what: 'a class that is provided under a token',
      metadata: { imports: [forAdmin(Orders)], providers: [{ provide: 'A', useClass: Orders }] },
      admin: ['find_order'],
      rest: ['count_orders'],
    },
    {
      what: 'a token that a subclass is provided under',
      metadata: {
        imports: [forAdmin(Orders)],
        providers: [{ provide: Orders, useFactory: () => new UrgentOrders() }],
      },
      admin: ['find_order'],
      rest: ['count_orders'],
    },
  ])('belongs to the server it says: $what', async ({ metadata, admin, rest }) => {
    expect(tools(await boot(metadata))).toEqual({ default: rest, admin });
  });

  it('belongs to several servers if it says so, at once or in several places', async () => {
    const both = McpModule.forFeature([Orders], { server: ['admin', 'default'] });
    const toDefault = McpModule.forFeature([Reports]);

    const booted = await boot({ imports: [ShopModule, both, toDefault, forAdmin(Reports)] });

    expect(tools(booted)).toEqual({
      default: ['count_orders', 'find_order', 'report'],
      admin: ['find_order', 'report'],
    });
  });

  it('is everything that can be declared', async () => {
    const booted = await boot({ providers: [Everything], imports: [forAdmin(Everything)] });
    const registry = booted.get<McpRegistry>(serverToken(McpRegistry, 'admin'));
    const client = await McpTestClient.inMemory(booted, { server: 'admin' });

    const counts = [
      registry.tools,
      registry.resources,
      registry.resourceTemplates,
      registry.prompts,
    ];
    expect(counts.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    expect(await client.complete({ type: 'ref/prompt', name: 'prompt' }, 'tone', '')).toEqual([
      'kind',
    ]);
    expect(tools(booted).default).toEqual([]);
  });

  it('runs where it is', async () => {
    const booted = await boot({ imports: [ShopModule, forAdmin(ShopModule)] });
    const client = await McpTestClient.inMemory(booted, { server: 'admin' });

    expect(await client.callTool('find_order')).toMatchObject({ content: [{ text: 'order' }] });
  });

  it('counts also in a module that is loaded late', async () => {
    const booted = await boot({});

    @Module({ imports: [forAdmin(Orders)], providers: [Orders] })
    class LateModule {}

    const moduleRef = await booted.get(LazyModuleLoader).load(() => LateModule);
    for (const id of ['default', 'admin']) {
      await booted.get<McpRegistry>(serverToken(McpRegistry, id)).scan(moduleRef);
    }

    expect(tools(booted)).toEqual({ default: ['count_orders'], admin: ['find_order'] });
  });
});

/** Of another feature, which happens to have the same name. */
const OtherOrders = (() => {
  @Injectable()
  // oxlint-disable-next-line no-shadow -- the name is what this is about
  class Orders {
    @McpTool()
    refund(): string {
      return 'refunded';
    }
  }
  return Orders;
})();

describe('classes of one name in two features', () => {
  it('are told apart where Nest compares modules by their names', async () => {
    @Module({ imports: [forAdmin(Orders)], providers: [Orders] })
    class BuyingModule {}

    @Module({ imports: [forAdmin(OtherOrders)], providers: [OtherOrders] })
    class SellingModule {}

    @Module({
      imports: [McpModule.forRoot({ name: 'shop' }), adminServer(), BuyingModule, SellingModule],
    })
    class AppModule {}

    app = await NestFactory.createApplicationContext(AppModule, {
      logger: silentLogger,
      moduleIdGeneratorAlgorithm: 'deep-hash',
    });

    expect(tools(app).admin).toEqual(['find_order', 'refund']);
  });
});

describe("discovery: 'features'", () => {
  const listed = { discovery: 'features' } as const;

  it('finds nothing that forFeature() does not name', async () => {
    const booted = await boot({ imports: [ShopModule], providers: [Vendor] }, listed);

    expect(tools(booted)).toEqual({ default: [], admin: [] });
  });

  it('leaves out what other modules bring along', async () => {
    const imports = [ShopModule, McpModule.forFeature([ShopModule]), forAdmin(Reports)];
    const booted = await boot({ imports, providers: [Vendor] }, listed);

    expect(tools(booted)).toEqual({
      default: ['count_orders', 'find_order', 'report'],
      admin: ['report'],
    });
  });

  it('still goes by what the decorator says', async () => {
    const imports = [McpModule.forFeature([Vendor])];
    const booted = await boot({ imports, providers: [Vendor] }, listed);

    expect(tools(booted)).toEqual({ default: ['advertise', 'spy'], admin: ['advertise'] });
  });
});

describe('a server that is not there', () => {
  const KINDS: readonly (readonly [string, MethodDecorator])[] = [
    ['McpTool', McpTool({ server: 'amdin' }) as MethodDecorator],
    ['McpResource', McpResource({ uri: 'shop://a', server: ['default', 'amdin'] })],
    ['McpPrompt', McpPrompt({ server: 'amdin' }) as MethodDecorator],
    ['McpCompletion', McpCompletion({ prompt: 'a', argument: 'b', server: 'amdin' })],
    ['McpResourceFeed', McpResourceFeed({ uri: 'shop://a', server: 'amdin' })],
  ];

  it.each(KINDS)('does not boot in @%s(), naming those there are', async (_, decorate) => {
    @Injectable()
    class Lost {
      run(): void {}
    }
    const method = Object.getOwnPropertyDescriptor(Lost.prototype, 'run') as PropertyDescriptor;
    decorate(Lost.prototype, 'run', method);

    expect(await bootError({ imports: [adminServer()], providers: [Lost] })).toBe(
      'The decorator on Lost.run names the server "amdin", but McpModule is registered for ' +
        '"default", "admin" only',
    );
  });

  it('does not boot in forFeature()', async () => {
    const imports = [McpModule.forFeature([ShopModule], { server: 'amdin' }), ShopModule];

    expect(await bootError({ imports })).toBe(
      'McpModule.forFeature() names the server "amdin", but McpModule is registered for "default" only',
    );
  });

  it('does not boot as the one that no decorator names', async () => {
    expect(await bootError({ providers: [Reports] }, { id: 'shop' })).toBe(
      'The decorator on Reports.report names no server, which means "default", but McpModule is ' +
        'registered for "shop" only',
    );
  });
});

describe('forFeature() refuses', () => {
  it('a class that no module has', async () => {
    const imports = [McpModule.forFeature([Orders, Reports])];

    expect(await bootError({ imports, providers: [Orders] })).toMatch(
      /^McpModule\.forFeature\(\) names Reports, which is no module and in no module/,
    );
  });

  it('what is no class', () => {
    const circular = undefined as unknown as Type<unknown>;

    expect(() => McpModule.forFeature([Orders, circular])).toThrow(
      /what stands at position 1 is no class but undefined/,
    );
  });
});
