import type { ModuleMetadata } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { McpRegistry, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import {
  Books,
  ScopedBooks,
  SHARING_MODULES,
  FilmsController,
  FeatureModule,
  Shelf,
  NovelShelf,
  SilentShelf,
  LoudShelf,
  Greeter,
  made,
} from '../../apps/collections.js';
import { bootContext } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

const shared = new Books();

const FOUND: readonly (ModuleMetadata & { readonly what: string; readonly tools: string[] })[] = [
  { what: 'providers', providers: [Books], tools: ['find_book'] },
  { what: 'controllers', controllers: [FilmsController], tools: ['find_film'] },
  {
    what: 'modules however deep',
    imports: [FeatureModule],
    tools: ['find_album', 'find_film'],
  },
  {
    what: 'a provider that several modules import and export, once',
    imports: SHARING_MODULES,
    tools: ['find_album'],
  },
  {
    what: 'a class under a token',
    providers: [{ provide: 'BOOKS', useClass: Books }],
    tools: ['find_book'],
  },
  {
    what: 'an alias, once',
    providers: [Books, { provide: 'BOOKS', useExisting: Books }],
    tools: ['find_book'],
  },
  {
    what: 'an alias of a request-scoped class, once',
    providers: [ScopedBooks, { provide: Books, useExisting: ScopedBooks }],
    tools: ['find_book'],
  },
  {
    what: 'a value',
    providers: [{ provide: 'BOOKS', useValue: new Books() }],
    tools: ['find_book'],
  },
  {
    what: 'one value under two tokens, once',
    providers: [
      { provide: 'A', useValue: shared },
      { provide: 'B', useValue: shared },
    ],
    tools: ['find_book'],
  },
  {
    what: 'the result of a factory',
    providers: [{ provide: 'BOOKS', useFactory: () => new Books() }],
    tools: ['find_book'],
  },
  {
    what: 'the result of an asynchronous factory',
    providers: [{ provide: 'BOOKS', useFactory: () => Promise.resolve(new Books()) }],
    tools: ['find_book'],
  },
  {
    what: 'the class a factory chose',
    providers: [{ provide: Shelf, useFactory: () => new NovelShelf() }],
    tools: ['show_novels', 'show_shelf'],
  },
  {
    what: 'inherited methods, once',
    providers: [NovelShelf],
    tools: ['show_novels', 'show_shelf'],
  },
  { what: 'no override without a decorator', providers: [SilentShelf], tools: [] },
  { what: 'an override with a decorator', providers: [LoudShelf], tools: ['loud_shelf'] },
  {
    what: 'methods that a decorator replaced',
    providers: [Greeter],
    tools: ['wrapped_above', 'wrapped_below'],
  },
  {
    what: 'nothing in values that are no instances',
    providers: [
      { provide: 'A', useValue: null },
      { provide: 'B', useValue: 'text' },
      { provide: 'C', useValue: { a: 1 } },
      { provide: 'D', useValue: Object.create(null) as object },
      { provide: 'E', useValue: () => undefined },
      { provide: 'F', useFactory: () => undefined },
      { provide: 'G', useValue: Books },
    ],
    tools: [],
  },
];

describe('discovery', () => {
  it.each(FOUND)('finds tools in $what', async ({ tools, what: _what, ...metadata }) => {
    const app = await bootContext(metadata);

    const names = app.get(McpRegistry).tools.map(({ name }) => name);
    await app.close();

    expect(names).toEqual(tools);
  });

  it.each(['wrapped_above', 'wrapped_below'])('calls the replacement of %s', async (name) => {
    const app = await bootContext({ providers: [Greeter] });

    const client = await McpTestClient.inMemory(app);
    const result = await client.callTool(name, { who: 'ada' });
    await app.close();

    expect(resultText(result)).toBe('HELLO ADA');
  });

  it('calls inherited methods on the instance of the subclass', async () => {
    const app = await bootContext({ providers: [NovelShelf] });

    const result = await (await McpTestClient.inMemory(app)).callTool('show_shelf');
    await app.close();

    expect(resultText(result)).toBe('novels');
  });

  it('makes no second instance of a singleton', async () => {
    made.length = 0;

    const app = await bootContext({ providers: [Greeter] });
    await (await McpTestClient.inMemory(app)).callTool('wrapped_above', { who: 'ada' });
    await app.close();

    expect(made).toEqual(['Greeter']);
  });
});

describe('getters of providers', () => {
  it('are not touched by discovery', async () => {
    @Injectable()
    class Explosive {
      get secret(): string {
        throw new Error('discovery read a getter');
      }

      @McpTool()
      harmless(): string {
        return 'ok';
      }
    }

    const app = await bootContext({ providers: [Explosive] });
    const names = app.get(McpRegistry).tools.map(({ name }) => name);
    await app.close();

    expect(names).toEqual(['harmless']);
  });
});
