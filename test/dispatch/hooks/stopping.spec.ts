import type { McpHooks, McpSession, McpSessionContext } from 'nest-mcp';
import { createBench } from '../../support/dispatcher-bench.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { HeldTool } from '../../support/held-tool.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { settled } from '../../support/settled.js';
import { StdioBench } from '../../support/stdio-bench.js';

/** What the application is told of ends. */
function hearEnds(more: McpHooks = {}) {
  const ends: string[] = [];
  const hooks: McpHooks = { onTerminate: (reason) => void ends.push(reason), ...more };
  return { ends, hooks };
}

const CLOSED = { code: -32603, message: 'closing time' };

describe('a session that the application stops, inside this process', () => {
  const setUp = async () => {
    const { ends, hooks } = hearEnds();
    const held = new HeldTool();
    const bench = await createBench({ hooks, tools: [held.definition] });
    const wire = await MemoryWire.openOn(bench, '2025-11-25');
    return { bench, wire, held, ends, session: bench.dispatcher.sessions.list()[0] as McpSession };
  };

  it('answers what waits, takes nothing more, and is over', async () => {
    const { bench, wire, held, ends, session } = await setUp();
    const running = wire.request(1, 'tools/call', { name: 'held' });
    await settled();

    session.stop('closing time');
    const late = wire.request(2, 'tools/list');
    await Promise.all([running, late]);
    await settled();

    expect(wire.received).toEqual(
      expect.arrayContaining([1, 2].map((id) => ({ jsonrpc: '2.0', id, error: CLOSED }))),
    );
    expect([ends, bench.dispatcher.snapshot().pending]).toEqual([['stopped'], 0]);
    held.finishAll();
  });

  it('is stopped once', async () => {
    const { session, ends } = await setUp();

    session.stop();
    session.stop();
    await settled();

    expect(ends).toEqual(['stopped']);
  });

  it('may be stopped by its own tool, which is answered with the reason', async () => {
    const { wire, held, ends } = await setUp();
    const running = wire.request(1, 'tools/call', { name: 'held' });
    await settled();

    held.run().context.stop('closing time');
    held.finishAll();
    await running;
    await settled();

    expect(wire.received).toEqual([{ jsonrpc: '2.0', id: 1, error: CLOSED }]);
    expect(ends).toEqual(['stopped']);
  });

  it('does nothing for the client any more', async () => {
    const { wire, session } = await setUp();
    session.stop();
    await settled();

    session.notify('notifications/shop/late');
    session.log('error', 'late');

    expect(wire.received).toEqual([]);
    expect(session.hasEnded).toBe(true);
  });
});

/** Hooks that serve no request, and what brings each about. */
const HOOKS: readonly (readonly [
  keyof McpHooks,
  (session: McpSession, wire: MemoryWire) => void,
])[] = [
  ['onEvent', (session) => void session.send('x')],
  ['onCast', (session) => void session.cast('x')],
  ['onCall', (session) => void session.call('x')],
  ['onNotification', (_, wire) => void wire.send({ jsonrpc: '2.0', method: 'notifications/x' })],
];

describe('a session that a hook of its own stops', () => {
  it.each(HOOKS)('answers what waits, and is told of once: %s', async (hook, cause) => {
    const states: unknown[] = [];
    const held = new HeldTool();
    const bench = await createBench({
      tools: [held.definition],
      hooks: {
        [hook]: (_message: unknown, ctx: McpSessionContext) => {
          ctx.state.set('last', hook);
          ctx.stop('closing time');
        },
        onTerminate: (reason, ctx) => void states.push([reason, ctx.state.toObject()]),
      },
    });
    const wire = await MemoryWire.openOn(bench, '2025-11-25');
    const other = await MemoryWire.openOn(bench, '2025-11-25');
    const running = wire.request(1, 'tools/call', { name: 'held' });
    await settled();

    cause(bench.dispatcher.sessions.list()[0] as McpSession, wire);
    await running;
    await settled();

    expect(wire.received).toEqual([{ jsonrpc: '2.0', id: 1, error: CLOSED }]);
    expect(states).toEqual([['stopped', { last: hook }]]);
    expect((await other.ask(1, 'ping'))[0]).toMatchObject({ result: {} });
    held.finishAll();
  });
});

describe('a direct connection that the application stops', () => {
  const setUp = async () => {
    const { ends, hooks } = hearEnds();
    const held = new HeldTool();
    const bench = await createBench({ hooks, tools: [held.definition] });
    const peer = new DirectPeer(bench, 'a');
    peer.listen();
    await peer.initialize();
    const [session] = bench.dispatcher.sessions.list();
    return { bench, peer, held, ends, session: session as McpSession };
  };

  it('answers what waits, and completes its messages', async () => {
    const { bench, held, ends, session, peer } = await setUp();
    const running = peer.ask('tools/call', { name: 'held' });
    await settled();

    session.stop('closing time');

    expect(await running).toMatchObject({ error: CLOSED });
    await settled();
    expect(ends).toEqual(['stopped']);
    expect(bench.dispatcher.snapshot()).toMatchObject({ connections: 0, capabilities: 0 });
    held.finishAll();
  });

  it('is another one for whatever comes under its id meanwhile', async () => {
    const { bench, held, ends, session, peer } = await setUp();
    const running = peer.ask('tools/call', { name: 'held' });
    await settled();

    session.stop('closing time');
    const successor = new DirectPeer(bench, 'a');
    successor.listen();
    await successor.initialize();
    await running;
    await settled();

    expect(ends).toEqual(['stopped']);
    const [next] = bench.dispatcher.sessions.list();
    expect([next === session, next?.hasEnded]).toEqual([false, false]);
    next?.notify('notifications/shop/hello');
    expect(successor.pushed).toMatchObject([{ method: 'notifications/shop/hello' }]);
    held.finishAll();
  });

  it('pushes the answer of a call that waits for a person', async () => {
    const { ends, hooks } = hearEnds();
    const bench = await createBench({
      hooks,
      tools: [{ name: 'pay', handler: () => 'paid' }],
      authorizer: { authorize: () => ({ kind: 'ask', prompt: 'Sure?' }) },
    });
    const peer = await DirectPeer.askable(bench, 'a');
    expect(await peer.post('pay')).toBeNull();

    bench.dispatcher.sessions.list()[0]?.stop('closing time');
    await settled();

    expect(peer.pushed.at(-1)).toMatchObject({ error: CLOSED });
    expect(ends).toEqual(['stopped']);
  });
});

describe('a stdio session', () => {
  const setUp = async (more: McpHooks = {}) => {
    const { ends, hooks } = hearEnds(more);
    const held = new HeldTool();
    const stdio = (await StdioBench.open({ hooks, tools: [held.definition] })).read();
    await stdio.initialize();
    const [session] = stdio.bench.dispatcher.sessions.list();
    return { stdio, held, ends, session: session as McpSession };
  };
  const call = { id: 1, method: 'tools/call', params: { name: 'held' } };

  it('that the application stops answers what waits, and the process may leave', async () => {
    const { stdio, held, ends, session } = await setUp();
    stdio.send(call);
    await settled();

    session.stop('closing time');

    expect(await stdio.served).toBe('disconnected');
    expect(await stdio.messages()).toEqual([{ jsonrpc: '2.0', id: 1, error: CLOSED }]);
    expect(ends).toEqual(['stopped']);
    stdio.send({ id: 2, method: 'ping' });
    expect(await stdio.messages()).toHaveLength(1);
    held.finishAll();
  });

  it('whose input ends lets its calls finish, and is told of with what they wrote', async () => {
    const states: unknown[] = [];
    const { stdio, held } = await setUp({
      onTerminate: (reason, ctx) => void states.push([reason, ctx.state.toObject()]),
    });
    stdio.send(call);
    await settled();

    stdio.input.end();
    await settled();
    held.run().context.state.set('late', true);
    held.finishAll();
    await stdio.bench.dispatcher.drain(100);

    expect(await stdio.messages()).toMatchObject([{ id: 1, result: {} }]);
    expect(states).toEqual([['disconnected', { late: true }]]);
  });

  it('whose hook fails answers what waits', async () => {
    const { stdio, held, ends, session } = await setUp({
      onEvent: () => {
        throw new Error('secret');
      },
    });
    stdio.send(call);
    await settled();

    session.send('x');
    await stdio.served;

    expect(await stdio.messages()).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'The session failed' } },
    ]);
    expect(ends).toEqual(['failed']);
    held.finishAll();
  });

  it('is told of once when the application stops and the client leaves', async () => {
    const { stdio, ends } = await setUp();

    await stdio.bench.dispatcher.drain(100);
    stdio.input.end();
    await settled();

    expect(ends).toEqual(['shutdown']);
  });
});
