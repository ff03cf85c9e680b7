import type { INestApplicationContext, Type } from '@nestjs/common';
import { Injectable, Module } from '@nestjs/common';
import { LazyModuleLoader, ModuleRef } from '@nestjs/core';
import type { CatalogueChange } from 'nest-mcp';
import {
  InjectMcp,
  McpCompletion,
  McpModule,
  McpRegistry,
  McpResource,
  McpResourceFeed,
  McpTool,
} from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import type { Observable } from 'rxjs';
import { NEVER, Subject } from 'rxjs';
import { LibraryModule, LoanDesk, Shelves, ShelvesModule } from '../../apps/lazy-library.js';
import { bootContext } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

const EVERYTHING = {
  tools: ['burn_book', 'count_shelves', 'find_book', 'lend'],
  resources: ['rules'],
  resourceTemplates: ['book'],
  prompts: ['review'],
};

const namesIn = ({ tools, resources, resourceTemplates, prompts }: McpRegistry) =>
  Object.fromEntries(
    Object.entries({ tools, resources, resourceTemplates, prompts }).map(([list, all]) => [
      list,
      all.map(({ name }) => name),
    ]),
  );

let app: INestApplicationContext | undefined;

async function boot(...imports: Type<unknown>[]) {
  app = await bootContext({ imports });
  const registry = app.get(McpRegistry);
  const changes: CatalogueChange[] = [];
  registry.changes$.subscribe((change) => void changes.push(change));
  const load = (module: Type<unknown>) => app!.get(LazyModuleLoader).load(() => module);
  return { app, registry, changes, load };
}

afterEach(() => app?.close());

describe('a module that is loaded after boot', () => {
  it('declares nothing by itself', async () => {
    const { registry, load } = await boot();
    await load(LibraryModule);

    expect(registry.tools).toEqual([]);
  });

  it('is scanned with the modules it brought along', async () => {
    const { registry, load } = await boot();
    await registry.scan(await load(LibraryModule));

    expect(namesIn(registry)).toEqual(EVERYTHING);
  });

  it('is told of once for each kind', async () => {
    const { registry, changes, load } = await boot();
    await registry.scan(await load(LibraryModule));

    expect(changes).toEqual([
      { kind: 'tools', action: 'registered', names: expect.anything(), count: 4 },
      { kind: 'resources', action: 'registered', names: ['library://rules'], count: 1 },
      {
        kind: 'resourceTemplates',
        action: 'registered',
        names: ['library://books/{isbn}'],
        count: 1,
      },
      { kind: 'prompts', action: 'registered', names: ['review'], count: 1 },
    ]);
  });

  it('adds nothing when it is scanned again', async () => {
    const { registry, changes, load } = await boot();
    const moduleRef = await load(LibraryModule);
    await registry.scan(moduleRef);
    const told = changes.length;
    const { version } = registry.catalogue;
    await registry.scan(moduleRef);
    await registry.scan(await load(LibraryModule));

    expect(namesIn(registry)).toEqual(EVERYTHING);
    expect(changes).toHaveLength(told);
    expect(registry.catalogue.version).toBe(version);
  });

  it('is scanned once by two scans at the same time', async () => {
    const { registry, load } = await boot();
    const moduleRef = await load(LibraryModule);
    await Promise.all([registry.scan(moduleRef), registry.scan(moduleRef)]);

    expect(namesIn(registry)).toEqual(EVERYTHING);
  });

  it('does not bring back what was found at boot', async () => {
    const { registry, load } = await boot(ShelvesModule);
    registry.unregisterTools(['count_shelves']);
    await registry.scan(await load(LibraryModule));

    expect(namesIn(registry)).toMatchObject({ tools: ['burn_book', 'find_book', 'lend'] });
  });

  it('counts an instance that was found at boot under another token once', async () => {
    const shared = new Shelves();

    @Module({ providers: [{ provide: 'EARLY', useValue: shared }] })
    class EarlyModule {}

    @Module({ providers: [{ provide: 'LATE', useValue: shared }] })
    class LateModule {}

    const { registry, load } = await boot(EarlyModule);
    await registry.scan(await load(LateModule));

    expect(namesIn(registry)).toMatchObject({ tools: ['count_shelves'] });
  });

  it('may complete what was there before', async () => {
    @Injectable()
    class Completers {
      @McpCompletion({ prompt: 'review', argument: 'isbn' })
      titles(): string[] {
        return [];
      }

      @McpTool()
      extra(): string {
        return '';
      }
    }

    @Module({ providers: [Completers] })
    class CompletersModule {}

    const { registry, load } = await boot();
    await registry.registerPrompts([
      {
        name: 'review',
        input: { type: 'object', properties: { isbn: { type: 'string' } } },
        handler: () => '',
      },
    ]);
    await registry.scan(await load(CompletersModule));

    expect(namesIn(registry)).toMatchObject({ tools: ['extra'] });
  });
});

describe('methods of a module that is loaded after boot', () => {
  async function connect() {
    const booted = await boot();
    await booted.registry.scan(await booted.load(LibraryModule));
    const client = await McpTestClient.inMemory(booted.app);
    return { ...booted, client };
  }

  it('have their interceptors, pipes and injected providers', async () => {
    const { client } = await connect();

    expect(resultText(await client.callTool('find_book', { isbn: ' 978 ' }))).toBe('Dune!');
  });

  it('are validated', async () => {
    const { client } = await connect();
    const result = await client.callTool('find_book', { isbn: 7 });

    expect(result.isError).toBe(true);
    expect(resultText(result)).toContain('isbn');
  });

  it('are kept by their guards', async () => {
    const { client } = await connect();
    const result = await client.callTool('burn_book', { isbn: '978' });

    expect(result.isError).toBe(true);
    expect(resultText(result)).toBe('Forbidden resource');
  });

  it('of a request-scoped provider run on an instance of their own', async () => {
    const { client } = await connect();
    LoanDesk.made = 0;
    const calls = [1, 2].map(() => client.callTool('lend', { isbn: '978' }));

    expect((await Promise.all(calls)).map(resultText)).toEqual([
      'Dune at desk 1 for 2026-07-28',
      'Dune at desk 2 for 2026-07-28',
    ]);
  });

  it('serve resources, prompts and completion', async () => {
    const { client } = await connect();
    const read = async (uri: string) => {
      const { contents } = await client.readResource(uri);
      return (contents[0] as { text: string }).text;
    };

    expect(await read('library://rules')).toBe('be quiet');
    expect(await read('library://books/978')).toBe('Dune');
    expect(await client.getPrompt('review', { isbn: '978' })).toMatchObject({
      messages: [{ content: { text: 'Review 978' } }],
    });
    expect(await client.complete({ type: 'ref/prompt', name: 'review' }, 'isbn', '978')).toEqual([
      '978',
    ]);
  });
});

describe('a module that cannot be added', () => {
  @Injectable()
  class Rival {
    @McpTool()
    anythingElse(): string {
      return '';
    }

    @McpTool({ name: 'count_shelves' })
    countThem(): number {
      return 4;
    }
  }

  @Module({ providers: [Rival] })
  class RivalModule {}

  it('is refused whole when it has a name that is taken, naming both places', async () => {
    const { registry, changes, load } = await boot(ShelvesModule);
    const moduleRef = await load(RivalModule);

    await expect(registry.scan(moduleRef)).rejects.toThrow(
      /"count_shelves" is declared twice: by Shelves\.countShelves and by Rival\.countThem/,
    );
    expect(namesIn(registry)).toMatchObject({ tools: ['count_shelves'] });
    expect(changes).toEqual([]);
  });

  it('can be scanned again once the name is free', async () => {
    const { registry, load } = await boot(ShelvesModule);
    const moduleRef = await load(RivalModule);
    await expect(registry.scan(moduleRef)).rejects.toThrow('declared twice');
    registry.unregisterTools(['count_shelves']);
    await registry.scan(moduleRef);

    expect(namesIn(registry)).toMatchObject({ tools: ['anything_else', 'count_shelves'] });
  });

  it('is refused when it has a name that was registered at run time', async () => {
    const { registry, load } = await boot();
    await registry.registerTools([{ name: 'count_shelves', handler: () => 0 }]);

    await expect(registry.scan(await load(RivalModule))).rejects.toThrow(
      'by registerTools(), tool 0 ("count_shelves") and by Rival.countThem',
    );
  });

  it('is refused when it is of another application', async () => {
    const { registry } = await boot();
    const other = await bootContext({});
    const foreign = other.get(ModuleRef);
    await other.close();

    await expect(registry.scan(foreign)).rejects.toThrow('scan() needs the ModuleRef of a module');
  });
});

describe('a feed of a module that is loaded after boot', () => {
  const sales = new Subject<void>();

  @Injectable()
  class Stock {
    @McpResource({ uri: 'library://stock' })
    stock(): string {
      return '';
    }

    @McpResourceFeed({ uri: 'library://stock' })
    sales(): Observable<void> {
      return sales;
    }
  }

  @Module({ providers: [Stock] })
  class StockModule {}

  it('is listened to while a client is subscribed', async () => {
    const { registry, load } = await boot();
    await registry.scan(await load(StockModule));
    const client = await McpTestClient.inMemory(app!, { protocolVersion: '2025-11-25' });
    await client.subscribeResource('library://stock');
    const told = client.nextNotification('notifications/resources/updated');
    sales.next();

    expect((await told).params).toEqual({ uri: 'library://stock' });
    await client.unsubscribeResource('library://stock');
    expect(sales.observed).toBe(false);
  });

  it('may be of what was there before', async () => {
    @Injectable()
    class LateFeed {
      @McpResourceFeed({ uri: 'library://early' })
      feed(): Observable<void> {
        return sales;
      }
    }

    @Module({ providers: [LateFeed] })
    class LateFeedModule {}

    const { registry, load } = await boot();
    await registry.registerResources([
      { name: 'early', uri: 'library://early', handler: () => '' },
    ]);
    await registry.scan(await load(LateFeedModule));
    const client = await McpTestClient.inMemory(app!, { protocolVersion: '2025-11-25' });
    await client.subscribeResource('library://early');

    expect(sales.observed).toBe(true);
    await client.unsubscribeResource('library://early');
  });

  it.each([
    ['of what is not there', 'library://nowhere', 'which does not exist'],
    ['of what has a feed', 'library://stock', 'declared twice: by Stock.sales and by Rest.feed'],
  ])('%s adds nothing of its module', async (_what, uri, problem) => {
    @Injectable()
    class Rest {
      @McpTool()
      extra(): string {
        return '';
      }

      @McpResource({ uri: 'library://rest' })
      rest(): string {
        return '';
      }

      @McpResourceFeed({ uri })
      feed(): Observable<void> {
        return NEVER;
      }
    }

    @Module({ providers: [Rest] })
    class RestModule {}

    const { registry, changes, load } = await boot(StockModule);
    const moduleRef = await load(RestModule);

    await expect(registry.scan(moduleRef)).rejects.toThrow(problem);
    expect(namesIn(registry)).toMatchObject({ tools: [], resources: ['stock'] });
    expect(changes).toEqual([]);
    // Nor is it taken for added: the same mistake is found again.
    await expect(registry.scan(moduleRef)).rejects.toThrow(problem);
  });
});

describe('several servers', () => {
  @Injectable()
  class Both {
    @McpTool({ server: ['default', 'admin'] })
    shared(): string {
      return '';
    }

    @McpTool({ server: 'admin' })
    restricted(): string {
      return '';
    }
  }

  @Module({ providers: [Both] })
  class BothModule {}

  @Injectable()
  class Owner {
    constructor(
      readonly registry: McpRegistry,
      @InjectMcp('admin', McpRegistry) readonly admin: McpRegistry,
    ) {}
  }

  it('scan a module each for itself', async () => {
    app = await bootContext({
      imports: [McpModule.forRoot({ id: 'admin', name: 'admin', http: { path: '/admin' } })],
      providers: [Owner],
    });
    const { registry, admin } = app.get(Owner);
    const moduleRef = await app.get(LazyModuleLoader).load(() => BothModule);
    await registry.scan(moduleRef);

    expect(namesIn(registry)).toMatchObject({ tools: ['shared'] });
    expect(namesIn(admin)).toMatchObject({ tools: [] });
    await admin.scan(moduleRef);
    expect(namesIn(admin)).toMatchObject({ tools: ['restricted', 'shared'] });
  });
});
