import type { McpHooks } from 'nest-mcp';
import { createBench } from '../../support/dispatcher-bench.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { MODERN_REVISION } from '../../support/revisions.js';

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'narrow', version: '1' },
};

describe('instructions of a hook', () => {
  const handshake = async (hooks: McpHooks, instructions?: string) => {
    const bench = await createBench({ hooks, instructions });
    const wire = MemoryWire.connectOn(bench, '2025-11-25');
    return (await wire.ask(1, 'initialize', INITIALIZE))[0];
  };
  const discover = async (hooks: McpHooks, instructions?: string) => {
    const bench = await createBench({ hooks, instructions });
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);
    return (await wire.ask(1, 'server/discover'))[0];
  };

  it('are for the client that shakes hands, and win over the option', async () => {
    const hooks: McpHooks = {
      instructions: (ctx) => `for ${String(ctx.clientInfo?.name)} in ${ctx.protocolVersion}`,
    };

    expect((await handshake(hooks, 'static'))?.result.instructions).toBe(
      'for narrow in 2025-11-25',
    );
    expect((await discover(hooks, 'static'))?.result.instructions).toMatch(/in 2026-07-28$/);
  });

  it.each([null, undefined])('that are %s say nothing, whatever the option says', async (value) => {
    const hooks: McpHooks = { instructions: () => value };

    expect((await handshake(hooks, 'static'))?.result).not.toHaveProperty('instructions');
    expect((await discover(hooks, 'static'))?.result).not.toHaveProperty('instructions');
  });

  it('come before onInit, and again for a second handshake, which begins nothing', async () => {
    const order: string[] = [];
    const bench = await createBench({
      hooks: {
        instructions: () => {
          order.push('instructions');
          return 'x';
        },
        onInit: () => void order.push('init'),
      },
    });
    const wire = MemoryWire.connectOn(bench, '2025-11-25');

    await wire.request(1, 'initialize', INITIALIZE);
    await wire.request(2, 'initialize', INITIALIZE);

    expect(order).toEqual(['instructions', 'init', 'instructions']);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('secret'))],
    ['gives no text', () => 7 as never],
  ])('that %s fails the handshake, and nothing begins', async (_how, instructions) => {
    const bench = await createBench({ hooks: { instructions } });
    const wire = MemoryWire.connectOn(bench, '2025-11-25');

    const [answer] = await wire.ask(1, 'initialize', INITIALIZE);

    expect(answer?.error.code).toBe(-32603);
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(bench.dispatcher.sessions.size).toBe(0);
  });

  it('are the option where there is no hook for them', async () => {
    expect((await handshake({ onInit: () => undefined }, 'static'))?.result.instructions).toBe(
      'static',
    );
  });
});
