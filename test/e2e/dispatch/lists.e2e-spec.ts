import type { Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { IsString } from 'class-validator';
import { McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { refusal } from '../../support/refusal.js';
import { ALL_REVISIONS } from '../../support/revisions.js';

class IdDto {
  @IsString()
  id!: string;
}

@Injectable()
class Late {
  @McpTool({ name: 'c' })
  @McpPrompt({ name: 'c' })
  @McpResource({ name: 'c', uri: 'x://1' })
  first(): string {
    return '';
  }

  @McpTool({ name: 'B' })
  @McpPrompt({ name: 'B' })
  @McpResource({ name: 'B', uri: 'x://2' })
  second(): string {
    return '';
  }

  @McpResource({ name: 'c', uriTemplate: 'x://c/{id}' })
  byId({ id }: IdDto): string {
    return id;
  }
}

@Injectable()
class Early {
  @McpTool({ name: 'a' })
  @McpPrompt({ name: 'a' })
  @McpResource({ name: 'a', uri: 'x://3' })
  only(): string {
    return '';
  }

  @McpResource({ name: 'B', uriTemplate: 'x://b/{id}' })
  byId({ id }: IdDto): string {
    return id;
  }

  @McpResource({ name: 'a', uriTemplate: 'x://a/{id}' })
  otherById({ id }: IdDto): string {
    return id;
  }
}

/** Names of resources need not be unique, but their order is the same every time. */
@Injectable()
class Twins {
  @McpResource({ name: 'twin', uri: 'x://2' })
  second(): string {
    return '';
  }

  @McpResource({ name: 'twin', uri: 'x://1' })
  first(): string {
    return '';
  }

  @McpResource({ name: 'twin-set', uri: 'x://0' })
  both(): string {
    return '';
  }
}

interface Page {
  readonly nextCursor?: string;
  readonly [list: string]: unknown;
}

const LISTS = [
  ['tools/list', 'tools'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
  ['prompts/list', 'prompts'],
] as const;

const namesIn = (page: Page, member: string): string[] =>
  (page[member] as { name: string }[]).map(({ name }) => name);

describe.each(ALL_REVISIONS)('lists, in %s,', (protocolVersion) => {
  /** Lists are read only here, so that tests share applications. */
  const apps = new Map<string, Promise<TestingModule>>();
  let client: McpTestClient;

  async function boot(pageSize?: number, providers: Type[] = [Late, Early]): Promise<void> {
    const key = JSON.stringify([pageSize, providers.map(({ name }) => name)]);
    const app = apps.get(key) ?? bootContext({ providers }, { limits: { pageSize } });
    apps.set(key, app);
    client = await McpTestClient.inMemory(await app, { protocolVersion });
  }

  async function pages(method: string, member: string): Promise<string[][]> {
    const found: string[][] = [];
    let cursor: string | undefined;
    do {
      const page: Page = await client.request(method, cursor === undefined ? {} : { cursor });
      found.push(namesIn(page, member));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return found;
  }

  afterEach(() => client.close());
  afterAll(async () => {
    for (const app of apps.values()) await (await app).close();
  });

  it('have every resource once, also those of one name', async () => {
    await boot(1, [Twins]);
    const { resources: whole } = await client.request<{ resources: { uri: string }[] }>(
      'resources/list',
    );

    expect(whole.map(({ uri }) => uri)).toEqual(['x://1']);
    expect(await pages('resources/list', 'resources')).toEqual([['twin'], ['twin'], ['twin-set']]);
  });

  describe.each(LISTS)('of %s', (method, member) => {
    it.each([
      ['as declared', [Late, Early]],
      ['the other way round', [Early, Late]],
    ])('are sorted by name, whatever order the classes come in: %s', async (_how, providers) => {
      await boot(undefined, providers);

      expect(await pages(method, member)).toEqual([['B', 'a', 'c']]);
    });

    it.each([
      [1, [['B'], ['a'], ['c']]],
      [2, [['B', 'a'], ['c']]],
      [3, [['B', 'a', 'c']]],
      [4, [['B', 'a', 'c']]],
    ])('come in pages of %i', async (pageSize, expected) => {
      await boot(pageSize);

      expect(await pages(method, member)).toEqual(expected);
    });

    it.each([
      ['an empty text', ''],
      ['no base64', '***'],
      ['a number', 7],
      ['null', null],
      ['something of another server', Buffer.from('page=2').toString('base64url')],
      ['an unknown entry', Buffer.from(JSON.stringify([method, 'zzz'])).toString('base64url')],
    ])('refuse a cursor that is %s', async (_what, cursor) => {
      await boot(1);

      expect((await refusal(client, method, { cursor })).code).toBe(-32602);
    });

    it.each([
      ['changed', (cursor: string) => `${cursor.slice(0, -2)}AA`],
      ['padded', (cursor: string) => `${cursor}=`],
      ['followed by what decoding skips', (cursor: string) => `${cursor}!`],
      ['cut', (cursor: string) => cursor.slice(0, -1)],
    ])('refuse a cursor that was %s', async (_how, change) => {
      await boot(1);
      const { nextCursor } = await client.request<Page>(method);

      expect((await refusal(client, method, { cursor: change(nextCursor!) })).code).toBe(-32602);
    });

    it('refuse the cursor of another list', async () => {
      await boot(1);
      const other = method === 'tools/list' ? 'prompts/list' : 'tools/list';
      const { nextCursor } = await client.request<Page>(other);

      expect((await refusal(client, method, { cursor: nextCursor })).code).toBe(-32602);
    });

    it('say the same when they are asked again', async () => {
      await boot(2);
      const first = await client.request<Page>(method);

      expect(await client.request(method)).toEqual(first);
    });
  });
});
