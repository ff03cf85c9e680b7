import type { McpEvent, RuntimeTool } from 'nest-mcp';
import { Connection } from '../../../src/sessions/connection.js';
import { DirectPeer } from '../../support/direct-peer.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { ManualClock } from '../../support/manual-clock.js';
import { settled } from '../../support/settled.js';
import { openDispatcher } from '../model/open-dispatcher.js';

const MARKER = 'private-marker';

async function setUp(options: BenchOptions = {}) {
  const held = new HeldTool();
  const failing: RuntimeTool = {
    name: 'fail',
    handler: () => {
      throw new Error('no');
    },
  };
  const bench = await createBench({ ...options, tools: [held.definition, failing] });
  const peer = new DirectPeer(bench, 'a');
  const told = (...types: McpEvent['type'][]) =>
    bench.events.filter(({ type }) => types.includes(type));
  return { bench, held, peer, told };
}

/** Counts how often it is asked for durations. */
class AskedClock extends ManualClock {
  asked = 0;

  override monotonic(): number {
    this.asked++;
    return super.monotonic();
  }
}

describe('requests that nobody wants to know of', () => {
  it('are not even timed', async () => {
    const clock = new AskedClock();
    const { dispatcher, telemetry } = openDispatcher(clock, undefined);
    const ping = () => dispatcher.handleMessage({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await ping();
    expect(clock.asked).toBe(0);

    telemetry.addSink(() => undefined);
    await ping();
    expect(clock.asked).toBe(2);
  });
});

describe('the events around calls', () => {
  it('tell a conversation in its order', async () => {
    const { bench, held, peer, told } = await setUp();
    await peer.initialize();
    bench.dispatcher.receive(
      { jsonrpc: '2.0', method: 'notifications/progress', params: {} },
      undefined,
    );
    const call = peer.call('held', { secret: MARKER });
    await settled();
    bench.clock.advance(40);
    held.run().finish(MARKER);
    await call.response;
    await peer.ask('no/such/method');
    await bench.dispatcher.drain(0);

    const types: McpEvent['type'][] = ['request_received', 'request_ended', 'session_begun'];
    expect(told(...types, 'session_ended', 'notification_received')).toMatchObject([
      { type: 'request_received', method: 'initialize', protocolVersion: undefined },
      {
        type: 'session_begun',
        protocolVersion: '2025-11-25',
        clientInfo: { name: 'peer', version: '1.0.0' },
        transport: 'memory',
        connectionId: 'a',
      },
      { type: 'request_ended', method: 'initialize', outcome: 'result', durationMs: 0 },
      { type: 'notification_received', method: 'notifications/progress' },
      { type: 'request_received', name: 'held', protocolVersion: '2025-11-25' },
      { type: 'request_ended', name: 'held', outcome: 'result', durationMs: 40 },
      { type: 'request_received', method: 'no/such/method' },
      { type: 'request_ended', outcome: 'error', code: -32601 },
      { type: 'session_ended', reason: 'shutdown', durationMs: 40, connectionId: 'a' },
    ]);
    expect(JSON.stringify(bench.events)).not.toContain(MARKER);
  });

  it('tell a failed tool from a result', async () => {
    const { peer, told } = await setUp();
    await peer.call('fail').response;

    expect(told('request_ended')).toMatchObject([{ outcome: 'tool_error' }]);
  });

  it('have the duration of a call that is cancelled, and of one that is over time', async () => {
    const { bench, peer, told } = await setUp();
    const cancelled = peer.call('held');
    const late = peer.call('held');
    await settled();
    bench.clock.advance(7);
    cancelled.cancel();
    await cancelled.response;
    bench.clock.advance(300_000 - 7);
    await late.response;

    expect(told('finished', 'request_ended')).toMatchObject([
      { type: 'finished', outcome: 'cancelled', durationMs: 7 },
      { type: 'request_ended', outcome: 'cancelled', durationMs: 7 },
      { type: 'finished', outcome: 'timeout', durationMs: 300_000 },
      { type: 'request_ended', outcome: 'tool_error', durationMs: 300_000 },
    ]);
  });

  it('carry results of tools only when asked to', async () => {
    const { held, peer, told } = await setUp({ auditResults: true });
    await peer.ask('tools/list');
    const call = peer.call('held');
    await settled();
    held.run().finish(MARKER);
    await call.response;

    const [list, tool] = told('request_ended');
    expect(list).not.toHaveProperty('result');
    expect(tool).toMatchObject({ result: { content: [{ type: 'text', text: MARKER }] } });
  });

  it('begin a session once, and end it with its connection', async () => {
    const { bench, peer, told } = await setUp();
    peer.listen();
    await peer.initialize();
    await peer.initialize();
    bench.clock.advance(5);
    peer.leave();

    expect(told('session_begun', 'session_ended')).toMatchObject([
      { type: 'session_begun' },
      { type: 'session_ended', reason: 'disconnected', durationMs: 5 },
    ]);
  });

  it('end no session that never began', async () => {
    const { bench, told } = await setUp();
    bench.dispatcher.forget(new Connection('b', undefined), 'disconnected');

    expect(told('session_ended')).toEqual([]);
  });

  it('survive a listener that throws', async () => {
    const { bench, peer } = await setUp();
    bench.telemetry.addSink(() => {
      throw new Error('broken listener');
    });

    expect(await peer.ask('ping')).toMatchObject({ result: {} });
  });
});
