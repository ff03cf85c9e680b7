import type { Authorizer, Decision, ToolAuthorization } from 'nest-mcp';
import { allow, ask, deny } from 'nest-mcp';
import { CountedTool } from '../../support/counted-tool.js';
import { DirectPeer } from '../../support/direct-peer.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { settled } from '../../support/settled.js';

const TOOLS = ['secret', 'boom', 'add', 'odd', 'never'].map((name) => new CountedTool(name));

/** Allows `add`, asks about `secret`, throws about `boom`, talks nonsense about `odd`. */
const MIXED: Authorizer = {
  authorize: ({ name }) => {
    if (name === 'add') return allow();
    if (name === 'secret') return ask('Show it?');
    if (name === 'boom') throw new Error('broken');
    return name === 'odd' ? (true as never) : deny('no');
  },
};

interface Lister {
  ask(method: string): Promise<unknown>;
}

async function names(lister: Lister): Promise<readonly string[]> {
  const { result } = (await lister.ask('tools/list')) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name);
}

const bench = (options: BenchOptions = {}) => createBench({ tools: TOOLS, ...options });

describe('the list of tools', () => {
  it('is all of them, by name, without an authorizer', async () => {
    const all = await names(new DirectPeer(await bench(), 'a'));

    expect(all).toEqual(['add', 'boom', 'never', 'odd', 'secret']);
  });

  it('is what the policy allows; a tool it fails about is hidden alone', async () => {
    const shown = await names(new DirectPeer(await bench({ authorizer: MIXED }), 'a'));

    expect(shown).toEqual(['add']);
  });

  it('holds what needs asking for a client that can be asked', async () => {
    const peer = await DirectPeer.askable(await bench({ authorizer: MIXED }), 'a');

    expect(await names(peer)).toEqual(['add', 'secret']);
  });

  it('holds what needs asking for a client of the stateless era that can be asked', async () => {
    const given = await bench({ authorizer: MIXED });

    expect(await names(new ModernPeer(given))).toEqual(['add', 'secret']);
    expect(await names(new ModernPeer(given, { capabilities: {} }))).toEqual(['add']);
  });

  it('asks nobody, even if every decision is to ask', async () => {
    const given = await bench({ authorizer: { authorize: () => ask('Show it?') } });
    const peer = await DirectPeer.askable(given, 'a');

    expect(await names(peer)).toHaveLength(5);
    expect(peer.pushed).toEqual([]);
    expect(given.dispatcher.snapshot().parked).toBe(0);
  });

  it('goes by canList where the authorizer has it', async () => {
    const authorizer = {
      authorize: () => deny('no'),
      canList: ({ name }: { name: string }) => name > 'n',
    };

    expect(await names(new DirectPeer(await bench({ authorizer }), 'a'))).toEqual([
      'never',
      'odd',
      'secret',
    ]);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['answers 1', () => 1],
    ['answers a decision', () => allow()],
    ['answers nothing', () => undefined],
  ])('hides a tool about which canList %s', async (_how, decide) => {
    const canList = ({ name }: { name: string }) => (name === 'odd' ? decide() : true) as boolean;
    const authorizer = { authorize: allow, canList };

    const shown = await names(new DirectPeer(await bench({ authorizer }), 'a'));

    expect(shown).toEqual(['add', 'boom', 'never', 'secret']);
  });

  it('decides for each caller', async () => {
    const authorizer: Authorizer = {
      authorize: ({ connectionId, name }: ToolAuthorization): Decision =>
        connectionId === name ? allow() : deny('no'),
    };
    const given = await bench({ authorizer });

    expect(await names(new DirectPeer(given, 'add'))).toEqual(['add']);
    expect(await names(new DirectPeer(given, 'odd'))).toEqual(['odd']);
  });

  it('takes one slot, however many tools there are', async () => {
    const given = await bench({
      authorizer: { authorize: () => new Promise<Decision>(() => undefined) },
    });
    const list = new DirectPeer(given, 'a').request('tools/list');
    await settled();

    expect(given.dispatcher.snapshot().inFlight).toBe(1);
    list.cancel();
    await list.response;
  });

  it('is given up when the policy hangs', async () => {
    const given = await bench({
      authorizer: { authorize: () => new Promise<Decision>(() => undefined) },
    });
    const list = new DirectPeer(given, 'a').ask('tools/list');
    await settled();
    given.clock.advance(300_000);

    expect(await list).toMatchObject({ error: { code: -32000, message: 'callback_timeout' } });
  });

  it('tells of a tool what clients may know, never its handler or marks', async () => {
    const given = await bench({ tools: [], authorizer: { authorize: allow } });
    const tool = {
      ...new CountedTool('add', { readOnlyHint: true }),
      title: 'Add',
      meta: { a: 1 },
    };
    await given.register([{ ...tool, description: 'Adds', timeoutMs: 5 }], { derived: true });

    const { result } = (await new ModernPeer(given).ask('tools/list')) as unknown as {
      result: { tools: object[] };
    };

    expect(result.tools.map((listed) => Object.keys(listed).toSorted())).toEqual([
      ['_meta', 'annotations', 'description', 'inputSchema', 'name', 'title'],
    ]);
  });
});
