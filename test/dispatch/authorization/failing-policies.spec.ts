import { jest } from '@jest/globals';
import type { Authorizer, Decision } from 'nest-mcp';
import { allow } from 'nest-mcp';
import type { Deferred } from '../../../src/protocol/deferred.js';
import { deferred } from '../../../src/protocol/deferred.js';
import { CountedTool } from '../../support/counted-tool.js';
import { DirectPeer, refusal, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { settled } from '../../support/settled.js';
import { stagedTool } from '../../support/staged-tool.js';

const FAILED = refusal('count', 'deny', 'the authorizer failed');

async function benchWith(authorize: () => unknown) {
  const tool = new CountedTool('count');
  const authorizer = { authorize } as Authorizer;
  const bench = await createBench({
    tools: [tool],
    authorizer,
    limits: { callbackTimeoutMs: 50 },
  });
  return { tool, bench, peer: await DirectPeer.askable(bench, 'a') };
}

const thrown = (error: unknown) => () => {
  throw error;
};

describe('a policy that fails', () => {
  it.each<[string, () => unknown]>([
    ['throws', thrown(new Error('sk-secret'))],
    ['throws a string', thrown('sk-secret')],
    ['throws an object without a prototype', thrown(Object.create(null))],
    ['rejects', () => Promise.reject(new Error('sk-secret'))],
    ['answers true', () => true],
    ['answers undefined', () => undefined],
    ['answers null', () => null],
    ['answers the word allow', () => 'allow'],
    ['answers an unknown kind', () => ({ kind: 'maybe' })],
    ['answers with a list', () => [allow()]],
    ['denies without a reason', () => ({ kind: 'deny' })],
    ['asks without a prompt', () => ({ kind: 'ask' })],
    ['asks with an empty prompt', () => ({ kind: 'ask', prompt: '' })],
    ['asks with a prompt that is no text', () => ({ kind: 'ask', prompt: 7 })],
    [
      'answers with a getter that throws',
      () => Object.defineProperty({}, 'kind', { get: thrown(1) }),
    ],
  ])('denies when it %s', async (_how, authorize) => {
    const { tool, peer } = await benchWith(authorize);

    expect(said(await peer.call('count').response)).toBe(FAILED);
    expect(tool.runs).toBe(0);
    expect(peer.prompts).toEqual([]);
  });

  it('keeps its error out of the answer and puts it in the log', async () => {
    const { bench, peer } = await benchWith(thrown(new Error('sk-secret')));

    const reply = await peer.call('count').response;

    expect(JSON.stringify(reply)).not.toContain('sk-secret');
    expect(bench.logger.text).toContain('sk-secret');
  });

  it('does not keep the server from serving', async () => {
    const { peer } = await benchWith(thrown(new Error('broken')));
    await peer.call('count').response;

    expect(await peer.ask('ping')).toMatchObject({ result: {} });
  });
});

describe('a policy that hangs', () => {
  it('runs into the time limit', async () => {
    const { tool, bench, peer } = await benchWith(() => new Promise(() => undefined));
    const call = peer.call('count');
    await settled();

    bench.clock.advance(50);

    expect(said(await call.response)).toContain('"error":"callback_timeout"');
    expect(tool.runs).toBe(0);
  });

  it('never runs the tool, even if it allows the call afterwards', async () => {
    let decide: (decision: unknown) => void = () => undefined;
    const { tool, bench, peer } = await benchWith(
      () => new Promise((resolve) => (decide = resolve)),
    );
    const call = peer.call('count');
    await settled();
    bench.clock.advance(50);
    await call.response;

    decide(allow());
    await settled();

    expect(tool.runs).toBe(0);
    expect(bench.dispatcher.snapshot()).toMatchObject({ inFlight: 0, abandoned: 0, pending: 0 });
  });

  it('asks nobody, even if it wants to afterwards', async () => {
    let decide: (decision: unknown) => void = () => undefined;
    const { bench, peer } = await benchWith(() => new Promise((resolve) => (decide = resolve)));
    const call = peer.call('count');
    await settled();
    bench.clock.advance(50);
    await call.response;

    decide({ kind: 'ask', prompt: 'Run it?' });
    await settled();

    expect(peer.prompts).toEqual([]);
    expect(bench.dispatcher.snapshot().parked).toBe(0);
  });

  it('runs no guard and no validation, even if it allows the call afterwards', async () => {
    const [trail, decision]: [string[], Deferred<Decision>] = [[], deferred()];
    const bench = await createBench({ authorizer: { authorize: () => decision.promise } });
    bench.registry.catalogue.add({ tools: [stagedTool('staged', trail)] });
    const call = new DirectPeer(bench, 'a').call('staged');
    await settled();
    bench.clock.advance(300_000);
    await call.response;

    decision.resolve(allow());
    await settled();

    expect(trail).toEqual([]);
  });

  it('holds a slot like any other callback', async () => {
    const { bench, peer } = await benchWith(() => new Promise(() => undefined));
    const call = peer.call('count');
    await settled();

    expect(bench.dispatcher.snapshot().inFlight).toBe(1);
    call.cancel();
    expect(await call.response).toBeNull();
  });
});

describe('a catalogue that cannot be consulted', () => {
  it('runs nothing', async () => {
    const tool = new CountedTool('count');
    const bench = await createBench({ tools: [tool] });
    jest
      .spyOn(bench.registry.catalogue, 'findTool')
      .mockImplementation(thrown(new Error('broken')));

    const reply = await new DirectPeer(bench, 'a').call('count').response;

    expect(said(reply)).toMatch(/^Error \(reference /);
    expect(tool.runs).toBe(0);
  });
});
