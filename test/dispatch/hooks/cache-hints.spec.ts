import { jest } from '@jest/globals';
import type { CacheHint, McpContext, McpHooks } from 'nest-mcp';
import { allow, ResourceResult } from 'nest-mcp';
import { CACHEABLE_METHODS } from '../../../src/protocol/cache-hint.interface.js';
import { SKILLS } from '../../apps/skills/skills-directory.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import type { Received } from '../../support/memory-wire.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { revisionOf } from '../../support/revision-of.js';
import { LEGACY_REVISIONS, MODERN_REVISION } from '../../support/revisions.js';

const URI = 'shop://catalogue';
/** What is asked about by methods that are about something. */
const URIS: Readonly<Record<string, string>> = {
  'resources/read': URI,
  'skills/get': 'skill://code-review/SKILL.md',
  'resources/directory/read': 'skill://code-review',
};
const NO_CACHE: CacheHint = { ttlMs: 0, cacheScope: 'private' };
const OPTION: CacheHint = { ttlMs: 1_000, cacheScope: 'public' };
const HOOK: CacheHint = { ttlMs: 2_000, cacheScope: 'public' };
const OWN: CacheHint = { ttlMs: 3_000, cacheScope: 'public' };

/** What the application makes of the one resource there is. */
type Read = () => unknown;

async function open(
  options: BenchOptions = {},
  version: (typeof LEGACY_REVISIONS)[number] | typeof MODERN_REVISION = MODERN_REVISION,
  read: Read = () => 'Moby-Dick',
) {
  const bench = await createBench({ skills: { directory: SKILLS, watch: false }, ...options });
  await bench.registry.registerResources([{ name: 'catalogue', uri: URI, handler: read }]);
  return { bench, wire: await MemoryWire.openOn(bench, version) };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function resultOf({ wire }: Opened, method: string, params: Received = {}) {
  const uri = method in URIS ? { uri: URIS[method] } : {};
  const [answer] = await wire.ask(1, method, { ...uri, ...params });
  return answer?.result as Received;
}

const optionOf = (method: string, hint: CacheHint = OPTION): BenchOptions => ({
  cacheHints: { [method]: hint },
});
const hookOf = (hint: unknown): McpHooks => ({ cacheHints: () => hint as CacheHint });

describe.each(CACHEABLE_METHODS)('the cache hint of %s', (method) => {
  it('is that nobody keeps it, by default', async () => {
    expect(await resultOf(await open(), method)).toMatchObject(NO_CACHE);
  });

  it('is that of the option', async () => {
    expect(await resultOf(await open(optionOf(method)), method)).toMatchObject(OPTION);
  });

  it('is that of the hook, over the option', async () => {
    const options = { ...optionOf(method), hooks: hookOf(HOOK) };

    expect(await resultOf(await open(options), method)).toMatchObject(HOOK);
  });

  it.each([
    ['a negative time', { ttlMs: -1, cacheScope: 'public' }],
    ['half a millisecond', { ttlMs: 0.5, cacheScope: 'public' }],
    ['an unknown scope', { ttlMs: 1, cacheScope: 'everybody' }],
    ['a text', 'public'],
  ])('is that of the option where the hook gives %s, which is logged', async (_what, hint) => {
    const opened = await open({ ...optionOf(method), hooks: hookOf(hint) });

    expect(await resultOf(opened, method)).toMatchObject(OPTION);
    expect(opened.bench.logger.lines.join('\n')).toMatch(
      new RegExp(`hooks.cacheHints failed.*for ${method}, which is no hint`),
    );
  });

  it('is that of the option where the hook throws, which is logged', async () => {
    const cacheHints = () => {
      throw new Error('broken hint');
    };
    const opened = await open({ ...optionOf(method), hooks: { cacheHints } });

    expect(await resultOf(opened, method)).toMatchObject(OPTION);
    expect(opened.bench.logger.lines.join('\n')).toContain('hooks.cacheHints failed');
  });

  it('may change from result to result', async () => {
    let ttlMs = 0;
    const hooks = { cacheHints: () => ({ ttlMs: ++ttlMs, cacheScope: 'private' }) as const };
    const opened = await open({ hooks });
    const first = (await resultOf(opened, method)).ttlMs as number;

    expect((await resultOf(opened, method)).ttlMs).toBeGreaterThan(first);
  });

  it('is that nobody keeps what was answered after questions', async () => {
    const retry = { inputResponses: {} };

    for (const hooks of [undefined, hookOf(HOOK)]) {
      const opened = await open({ ...optionOf(method), hooks });
      expect(await resultOf(opened, method, retry)).toMatchObject(NO_CACHE);
    }
  });

  it('is nobody’s business before 2026-07-28, where the hook is not asked', async () => {
    const cacheHints = jest.fn(() => HOOK);
    for (const version of LEGACY_REVISIONS) {
      const opened = await open({ ...optionOf(method), hooks: { cacheHints } }, version);
      if (!opened.bench.dispatcher.serves(method, revisionOf(version))) continue;
      const result = await resultOf(opened, method);

      expect(result).toBeDefined();
      expect(result).not.toHaveProperty('ttlMs');
      expect(result).not.toHaveProperty('cacheScope');
    }
    expect(cacheHints).not.toHaveBeenCalled();
  });
});

/** Every way in which a resource can say how long its contents may be kept. */
const WAYS: readonly (readonly [string, (hint: Partial<CacheHint>) => unknown])[] = [
  ['a builder', (hint) => ResourceResult.text('Moby-Dick').cached(hint)],
  ['a ready-made result', (hint) => ({ contents: [{ uri: URI, text: 'Moby-Dick' }], ...hint })],
];

describe.each(WAYS)('the cache hint of a resource, from %s', (_way, make) => {
  const options = { ...optionOf('resources/read'), hooks: hookOf(HOOK) };
  const read = async (given: BenchOptions, hint: Partial<CacheHint>, params: Received = {}) => {
    const opened = await open(given, MODERN_REVISION, () => make(hint));
    return { opened, result: await resultOf(opened, 'resources/read', params) };
  };

  it('wins over hook and option', async () => {
    expect((await read(options, OWN)).result).toMatchObject(OWN);
    expect((await read({}, OWN)).result).toMatchObject(OWN);
  });

  it('may leave either member to hook and option', async () => {
    expect((await read(options, { ttlMs: 7 })).result).toMatchObject({
      ttlMs: 7,
      cacheScope: 'public',
    });
    expect((await read(options, { cacheScope: 'private' })).result).toMatchObject({
      ttlMs: 2_000,
      cacheScope: 'private',
    });
  });

  it.each([{ ttlMs: -1 }, { ttlMs: 0.5 }, { ttlMs: '1' }, { cacheScope: 'all' }, { ttlMs: null }])(
    'is logged and ignored where it is %j',
    async (hint) => {
      const { opened, result } = await read(options, hint as Partial<CacheHint>);

      expect(result).toMatchObject({ ...HOOK, contents: [{ text: 'Moby-Dick' }] });
      expect(opened.bench.logger.lines.join('\n')).toContain(
        'the cache hint of a result of resources/read',
      );
    },
  );

  it('stays private with a wrong time', async () => {
    const hint = { ttlMs: -1, cacheScope: 'private' } as const;

    expect((await read(options, hint)).result).toMatchObject({ ...HOOK, cacheScope: 'private' });
  });

  it('is private where a policy stands before reads', async () => {
    const authorizer = { authorize: allow, authorizeRead: allow };

    expect((await read({ ...options, authorizer }, OWN)).result).toMatchObject({
      ttlMs: OWN.ttlMs,
      cacheScope: 'private',
    });
  });

  it('is none after questions', async () => {
    const retry = { inputResponses: {} };

    expect((await read(options, OWN, retry)).result).toMatchObject(NO_CACHE);
  });

  it.each(LEGACY_REVISIONS)('is left out in %s', async (version) => {
    const opened = await open(options, version, () => make(OWN));
    const result = await resultOf(opened, 'resources/read');

    expect(Object.keys(result)).toEqual(['contents']);
  });
});

describe('a question', () => {
  it('has no cache hint, and the answer after it is kept by nobody', async () => {
    const opened = await open({
      ...optionOf('resources/read'),
      requestStateSecrets: ['s'.repeat(32)],
    });
    await opened.bench.registry.registerResources([
      {
        name: 'catalogue',
        uri: URI,
        handler: async (ctx: McpContext) => {
          await ctx.listRoots({ key: 'roots' });
          return ResourceResult.text('Moby-Dick').cached(OWN);
        },
      },
    ]);
    const capable = { 'io.modelcontextprotocol/clientCapabilities': { roots: {} } };
    const question = await resultOf(opened, 'resources/read', { _meta: capable });
    const { requestState } = question;
    const inputResponses = { roots: { roots: [] } };
    const answer = { _meta: capable, requestState, inputResponses };

    expect(question).toMatchObject({ resultType: 'input_required' });
    expect(question).not.toHaveProperty('ttlMs');
    expect(question).not.toHaveProperty('cacheScope');
    expect(await resultOf(opened, 'resources/read', answer)).toMatchObject({
      contents: [{ text: 'Moby-Dick' }],
      ...NO_CACHE,
    });
  });
});

describe('the cache hint of what hooks.onRequest answers', () => {
  it('is its own, where it has one', async () => {
    const opened = await open({
      ...optionOf('prompts/list'),
      hooks: { onRequest: () => ({ prompts: [], ...OWN }) },
    });

    expect(await resultOf(opened, 'prompts/list')).toMatchObject(OWN);
  });

  it('is left out before 2026-07-28', async () => {
    const hooks = { onRequest: () => ({ prompts: [], ...OWN }) };

    expect(await resultOf(await open({ hooks }, '2025-11-25'), 'prompts/list')).toEqual({
      prompts: [],
    });
  });
});

describe('what only one caller gets is private, though the hint says public,', () => {
  const PUBLIC = Object.fromEntries(CACHEABLE_METHODS.map((method) => [method, OPTION]));

  it.each(['tools/list', 'prompts/list', 'resources/list', 'resources/read'])(
    'where onInit registers something for the request: %s',
    async (method) => {
      const hooks: McpHooks = {
        onInit: async (_client, ctx) => {
          const mine = { name: 'mine', uri: URI, handler: () => 'mine' };
          await ctx.components.registerResources([mine]);
        },
      };
      const opened = await open({ cacheHints: PUBLIC, hooks });

      expect(await resultOf(opened, method)).toMatchObject({ ...OPTION, cacheScope: 'private' });
    },
  );

  it('where hooks.instructions speaks to the client: server/discover', async () => {
    const hooks: McpHooks = { instructions: () => 'For you alone' };
    const opened = await open({ cacheHints: PUBLIC, hooks });

    expect(await resultOf(opened, 'server/discover')).toMatchObject({
      ...OPTION,
      cacheScope: 'private',
    });
  });

  it('where hooks.serverTools chooses: tools/list', async () => {
    const opened = await open({ cacheHints: PUBLIC, hooks: { serverTools: (tools) => tools } });

    expect(await resultOf(opened, 'tools/list')).toMatchObject({
      ...OPTION,
      cacheScope: 'private',
    });
  });
});
