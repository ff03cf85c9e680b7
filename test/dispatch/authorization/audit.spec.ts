import type { McpAuditEvent } from 'nest-mcp';
import { denyAll } from 'nest-mcp';
import { isAudited } from '../../../src/dispatch/telemetry/audit-sink.js';
import type { AskingBench } from '../../support/asking-bench.js';
import { createAskingBench } from '../../support/asking-bench.js';
import type { DirectPeer } from '../../support/direct-peer.js';
import type { BenchOptions, DispatcherBench } from '../../support/dispatcher-bench.js';

/** What an audit sees of a bench, one line an event. */
const audited = ({ events }: DispatcherBench): readonly string[] =>
  events.filter(isAudited).map(line);

function line(event: McpAuditEvent): string {
  const word = 'decision' in event ? event.decision : 'end' in event ? event.end : '';
  return [event.type, word, event.name, event.connectionId].filter((part) => part !== '').join(' ');
}

async function afterPark(
  close: (peer: DirectPeer, bench: AskingBench) => unknown,
  options: BenchOptions = {},
) {
  const bench = await createAskingBench(options);
  const [peer] = (await bench.peers('a')) as [DirectPeer];
  const call = await peer.park('pay', { sum: 5 });
  await close(peer, bench);
  call.cancel();
  await call.response;
  return bench;
}

describe('the audit', () => {
  it('sees an approval and the run', async () => {
    const bench = await afterPark((peer) => peer.answer());

    expect(audited(bench)).toEqual([
      'decided ask pay a',
      'finished pay a',
      'parked pay a',
      'settled approved pay a',
      'finished pay a',
    ]);
  });

  it.each<[string, (peer: DirectPeer, bench: AskingBench) => unknown]>([
    ['refused', (peer) => peer.answer({ action: 'decline' })],
    [
      'failed',
      (peer) => peer.send({ jsonrpc: '2.0', id: peer.prompt.id, error: { code: 1, message: '' } }),
    ],
    ['timeout', (_peer, { clock }) => clock.advance(60_000)],
    ['dropped', (peer) => peer.leave()],
  ])('sees that a call that waited was %s', async (end, close) => {
    const bench = await afterPark(close);

    expect(audited(bench)).toContain(`settled ${end} pay a`);
    expect(audited(bench).filter((text) => text.startsWith('settled'))).toHaveLength(1);
  });

  it('sees an eviction', async () => {
    const limits = { maxParkedElicitations: 2, maxParkedElicitationsTotal: 2 };
    const bench = await createAskingBench({ limits });
    const [a, b] = (await bench.peers('a', 'b')) as [DirectPeer, DirectPeer];
    await a.park('pay');
    await a.park('pay');
    await b.park('pay');

    expect(audited(bench)).toContain('settled evicted pay a');
  });

  it('sees a denial at both seams', async () => {
    const bench = await createAskingBench({ authorizer: denyAll() });
    const [peer] = (await bench.peers('a')) as [DirectPeer];
    await peer.call('pay').response;
    await peer.ask('resources/list');

    expect(bench.events.filter(({ type }) => type === 'decided')).toMatchObject([
      { seam: 'tool', decision: 'deny', method: 'tools/call', name: 'pay' },
      { seam: 'read', decision: 'deny', method: 'resources/list' },
    ]);
  });

  it('sees a plain call allowed', async () => {
    const bench = await createAskingBench();
    const [peer] = (await bench.peers('a')) as [DirectPeer];
    const call = await peer.park('hold');
    bench.hold.finishAll();
    await call.response;

    expect(audited(bench)).toEqual(['decided allow hold a', 'finished hold a']);
  });

  it('never sees arguments, prompts or results', async () => {
    const bench = await afterPark((peer) => peer.answer());
    const text = JSON.stringify(bench.events);

    expect(text).not.toContain('sum');
    expect(text).not.toContain('Run pay?');
    expect(text).not.toContain('pay ran');
  });

  it('sees these facts of a call and no others', async () => {
    const bench = await afterPark((peer) => peer.answer({ action: 'decline' }));
    const facts = new Set(['connectionId', 'method', 'name', 'principalKey', 'transport', 'type']);
    const more = new Set(
      bench.events
        .filter(isAudited)
        .flatMap((event) => Object.keys(event))
        .filter((key) => !facts.has(key)),
    );

    expect([...more].toSorted()).toEqual(['decision', 'durationMs', 'end', 'outcome', 'seam']);
  });
});

describe('the arguments of a call', () => {
  const decisions = ({ events }: DispatcherBench) =>
    events.flatMap((event) => (event.type === 'decided' ? [event.arguments] : []));

  it('are told with the decision where that is asked for', async () => {
    const bench = await afterPark((peer) => peer.answer(), { auditArguments: true });

    expect(decisions(bench)).toEqual([{ sum: 5 }]);
  });

  it('are told nowhere by default', async () => {
    const bench = await afterPark((peer) => peer.answer());

    expect(decisions(bench)).toEqual([undefined]);
    expect(JSON.stringify(bench.events)).not.toContain('"sum"');
  });
});
