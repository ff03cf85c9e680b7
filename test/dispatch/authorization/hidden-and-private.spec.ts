import { allow, deny } from 'nest-mcp';
import { CountedTool } from '../../support/counted-tool.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';

const READABLE = { authorize: allow, authorizeRead: allow };

describe('completing an argument of a hidden tool', () => {
  it('looks like completing one of a tool that does not exist', async () => {
    const authorizer = { authorize: () => deny('no') };
    const bench = await createBench({ tools: [new CountedTool('it')], authorizer });
    const complete = async (name: string) => {
      const ref = { type: 'ref/tool', name };
      const argument = { name: 'sum', value: '' };
      const reply = await new DirectPeer(bench, 'a').ask('completion/complete', { ref, argument });
      return JSON.stringify(reply).replaceAll(name, 'NAME');
    };

    expect(await complete('it')).toBe(await complete('other'));
  });
});

describe('a result that a policy stands before', () => {
  it.each(['resources/list', 'prompts/list', 'resources/templates/list'])(
    'of %s is private, though the hint says public',
    async (method) => {
      const cacheHints = { [method]: { ttlMs: 1, cacheScope: 'public' } } as const;
      const bench = await createBench({ authorizer: READABLE, cacheHints });

      expect(await new ModernPeer(bench).ask(method)).toMatchObject({
        result: { ttlMs: 1, cacheScope: 'private' },
      });
    },
  );

  it('does not include discovery, which is open', async () => {
    const cacheHints = { 'server/discover': { ttlMs: 1, cacheScope: 'public' } } as const;
    const bench = await createBench({ authorizer: READABLE, cacheHints });

    expect(await new ModernPeer(bench).ask('server/discover')).toMatchObject({
      result: { cacheScope: 'public' },
    });
  });
});
