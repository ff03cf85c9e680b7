import { Injectable } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { LEGACY_REVISIONS, MODERN_REVISION } from '../../support/revisions.js';

@Injectable()
class Shop {
  @McpTool()
  tool(): string {
    return 'done';
  }

  @McpTool()
  fail(): string {
    throw new Error('broken');
  }

  @McpTool()
  noted(): object {
    return { content: [], _meta: { note: 1 } };
  }

  @McpResource({ uri: 'shop://all' })
  resource(): string {
    return 'all';
  }

  @McpPrompt()
  prompt(): string {
    return 'hello';
  }
}

const CACHEABLE: readonly (readonly [string, Record<string, unknown>])[] = [
  ['tools/list', {}],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['prompts/list', {}],
  ['resources/read', { uri: 'shop://all' }],
];

const OTHERS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['tools/call', { name: 'tool' }],
  ['tools/call', { name: 'fail' }],
  ['prompts/get', { name: 'prompt' }],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'prompt' }, argument: { name: 'a', value: '' } },
  ],
];

const SERVER_INFO = { 'io.modelcontextprotocol/serverInfo': { name: 'shop', version: '1' } };

describe('members that every result has', () => {
  let app: TestingModule;

  beforeAll(async () => {
    app = await bootContext(
      { providers: [Shop] },
      {
        name: 'shop',
        version: '1',
        cacheHints: {
          'tools/list': { ttlMs: 60_000, cacheScope: 'public' },
          'server/discover': { ttlMs: 5, cacheScope: 'private' },
        },
      },
    );
  });
  afterAll(() => app.close());

  const open = (protocolVersion: string) => McpTestClient.inMemory(app, { protocolVersion });

  describe.each(LEGACY_REVISIONS)('do not exist in %s', (version) => {
    it.each([...CACHEABLE, ...OTHERS])('for %s %j', async (method, params) => {
      const client = await open(version);
      const result = await client.request(method, params);

      for (const member of ['resultType', 'ttlMs', 'cacheScope', '_meta']) {
        expect(result).not.toHaveProperty(member);
      }
    });

    it('for ping', async () => {
      expect(await (await open(version)).request('ping')).toEqual({});
    });
  });

  describe('in 2026-07-28', () => {
    it.each([...CACHEABLE, ...OTHERS, ['server/discover', {}] as const])(
      'are the type and the server for %s %j',
      async (method, params) => {
        const client = await open(MODERN_REVISION);

        expect(await client.request(method, params)).toMatchObject({
          resultType: 'complete',
          _meta: SERVER_INFO,
        });
      },
    );

    it('leave the _meta of the result as it is', async () => {
      const { _meta } = await (await open(MODERN_REVISION)).callTool('noted');

      expect(_meta).toEqual({ note: 1, ...SERVER_INFO });
    });

    it.each(OTHERS)('are no cache hint for %s %j', async (method, params) => {
      const result = await (await open(MODERN_REVISION)).request(method, params);

      expect(result).not.toHaveProperty('ttlMs');
      expect(result).not.toHaveProperty('cacheScope');
    });

    it.each([
      ['tools/list', 60_000, 'public'],
      ['server/discover', 5, 'private'],
      ['prompts/list', 0, 'private'],
      ['resources/list', 0, 'private'],
      ['resources/templates/list', 0, 'private'],
    ])('are a cache hint for %s: %i, %s', async (method, ttlMs, cacheScope) => {
      expect(await (await open(MODERN_REVISION)).request(method)).toMatchObject({
        ttlMs,
        cacheScope,
      });
    });

    it('are a cache hint for a resource', async () => {
      const result = await (await open(MODERN_REVISION)).readResource('shop://all');

      expect(result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    });

    it('do not make an error a result', async () => {
      const { response } = await (
        await open(MODERN_REVISION)
      ).exchange('prompts/get', { name: 'x' });

      expect(Object.keys(response ?? {}).toSorted()).toEqual(['error', 'id', 'jsonrpc']);
    });

    it('let the server be discovered without its name in the body', async () => {
      const result = await (await open(MODERN_REVISION)).request('server/discover');

      expect(result).toMatchObject({ supportedVersions: [MODERN_REVISION] });
      expect(result).not.toHaveProperty('serverInfo');
    });
  });
});
