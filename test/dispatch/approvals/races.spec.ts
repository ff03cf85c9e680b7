import type { RuntimeTool } from 'nest-mcp';
import { AT_REST, createAskingBench } from '../../support/asking-bench.js';
import { CountedTool } from '../../support/counted-tool.js';
import type { DirectPeer } from '../../support/direct-peer.js';
import { APPROVE, refusal, said } from '../../support/direct-peer.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { settled } from '../../support/settled.js';
import { stagedTool } from '../../support/staged-tool.js';

async function parked(tool = 'pay', options: BenchOptions = {}) {
  const bench = await createAskingBench(options);
  const [peer] = (await bench.peers('a')) as [DirectPeer];
  return { bench, peer, call: await peer.park(tool, { sum: 5 }) };
}

describe('an approval and the time limit', () => {
  it('runs the tool when the approval is a millisecond ahead', async () => {
    const { bench, peer, call } = await parked();
    bench.clock.advance(59_999);
    const answered = peer.answer();
    bench.clock.advance(1);
    await answered;

    expect(said(await call.response)).toBe('pay ran');
  });

  it('refuses when the time limit is a step ahead', async () => {
    const { bench, peer, call } = await parked();
    bench.clock.advance(60_000);
    await peer.answer();

    expect(said(await call.response)).toBe(refusal('pay', 'ask', 'elicitation timed out'));
    expect(bench.pay.runs).toBe(0);
  });
});

describe('two answers in one turn', () => {
  const both = async (first: object, second: object) => {
    const { bench, peer, call } = await parked();
    const { id } = peer.prompt;
    await Promise.all([
      peer.send({ jsonrpc: '2.0', id, result: first }),
      peer.send({ jsonrpc: '2.0', id, result: second }),
    ]);
    return { text: said(await call.response), runs: bench.pay.runs };
  };

  it('go by the first, which approves', async () => {
    expect(await both(APPROVE, { action: 'decline' })).toEqual({ text: 'pay ran', runs: 1 });
  });

  it('go by the first, which declines', async () => {
    expect(await both({ action: 'decline' }, APPROVE)).toEqual({
      text: refusal('pay', 'ask', 'user decline'),
      runs: 0,
    });
  });

  it('run the tool once when both approve', async () => {
    expect(await both(APPROVE, APPROVE)).toEqual({ text: 'pay ran', runs: 1 });
  });
});

describe('an approved call', () => {
  it('is answered as busy, once, when no slot is free, and does not run', async () => {
    const { bench, peer } = await parked('pay', { limits: { maxInFlight: 1 } });
    const { response } = await peer.park('pay');
    const held = await peer.park('hold');

    await peer.answer();

    const reply = await response;
    expect(reply).toMatchObject({ id: 3, result: { isError: true } });
    expect(said(reply)).toContain('"error":"server_busy"');
    bench.hold.finishAll();
    await held.response;
    await peer.answer();
    expect(bench.pay.runs).toBe(0);
  });

  it('takes a slot while it runs, and a refused one takes none', async () => {
    const { bench, peer, call } = await parked('work');
    await peer.answer();
    expect(bench.dispatcher.snapshot()).toMatchObject({ parked: 0, inFlight: 1 });
    bench.work.finishAll();
    await call.response;

    await peer.park('pay');
    await peer.answer({ action: 'decline' });

    const taken = bench.events.filter(({ type }) => type === 'started');
    expect(taken).toHaveLength(3);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('may take as long as any callback, not counting the wait for the person', async () => {
    const limits = { callbackTimeoutMs: 100, elicitationTimeoutMs: 60_000 };
    const { bench, peer, call } = await parked('work', { limits });
    bench.clock.advance(59_000);
    await peer.answer();
    bench.clock.advance(99);
    expect(bench.dispatcher.snapshot().inFlight).toBe(1);

    bench.clock.advance(1);

    expect(said(await call.response)).toContain('"error":"callback_timeout"');
    expect(bench.work.run().signal.aborted).toBe(true);
    bench.work.finishAll();
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('finds its tool gone when it was unregistered meanwhile', async () => {
    const { bench, peer, call } = await parked();
    bench.registry.unregisterTools(['pay']);
    await peer.answer();

    expect(said(await call.response)).toBe('error -32601 Tool not found: pay');
    expect(bench.pay.runs).toBe(0);
  });

  it('runs the new tool of that name with the old arguments', async () => {
    const { bench, peer, call } = await parked();
    const replacement = new CountedTool('pay');
    await bench.register([replacement]);
    await peer.answer();
    await call.response;

    expect(bench.pay.runs).toBe(0);
    expect(replacement.calls).toEqual([{ sum: 5 }]);
  });

  it('passes guards and validation of the new tool of that name', async () => {
    const { bench, peer, call } = await parked();
    const trail: string[] = [];
    bench.registry.unregisterTools(['pay']);
    bench.registry.catalogue.add({ tools: [stagedTool('pay', trail, { isValid: false })] });
    await peer.answer();

    expect(said(await call.response)).toContain('must be integer');
    expect(trail).toEqual(['guard', 'validation']);
  });

  it('runs with the arguments it came with, whatever the sender does to its object', async () => {
    const bench = await createAskingBench();
    const [peer] = (await bench.peers('a')) as [DirectPeer];
    const args = { sum: 5 };
    const { response } = await peer.park('pay', args);
    args.sum = 9;
    await peer.answer();
    await response;

    expect(bench.pay.calls).toEqual([{ sum: 5 }]);
  });

  it('is heard only by its own connection when it fails', async () => {
    const failing: RuntimeTool = {
      name: 'pay',
      handler: () => {
        throw new TypeError('sk-secret');
      },
    };
    const { bench, peer, call } = await parked('pay', { tools: [failing] });
    await peer.answer();

    expect(said(await call.response)).toMatch(/^TypeError \(reference /);
    expect(bench.logger.text).toContain('sk-secret');
  });
});
