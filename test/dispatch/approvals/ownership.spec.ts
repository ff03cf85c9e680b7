import type { AskingBench } from '../../support/asking-bench.js';
import { createAskingBench } from '../../support/asking-bench.js';
import { APPROVE, DirectPeer, said } from '../../support/direct-peer.js';

/** A call of `a` that waits, and a stranger `b`. */
async function parked(): Promise<{
  bench: AskingBench;
  a: DirectPeer;
  b: DirectPeer;
  call: unknown;
}> {
  const bench = await createAskingBench();
  const [a, b] = (await bench.peers('a', 'b')) as [DirectPeer, DirectPeer];
  return { bench, a, b, call: (await a.park('pay')).response };
}

const answerTo = (id: string) => ({ jsonrpc: '2.0', id, result: APPROVE });

describe('an answer to somebody else’s question', () => {
  it('runs nothing and closes nothing', async () => {
    const { bench, a, b } = await parked();

    await b.send(answerTo(a.prompt.id));

    expect(bench.pay.runs).toBe(0);
    expect(bench.dispatcher.snapshot().parked).toBe(1);
    expect([...a.pushed.slice(1), ...b.pushed]).toEqual([]);
  });

  it('leaves the owner free to answer', async () => {
    const { a, b, call } = await parked();
    await b.send(answerTo(a.prompt.id));

    await a.answer();

    expect(said((await call) as never)).toBe('pay ran');
  });

  it('looks like an answer to a question that never was', async () => {
    const { a, b } = await parked();

    const foreign = await b.send(answerTo(a.prompt.id));
    const unknown = await b.send(answerTo('approval-none'));

    expect(JSON.stringify(foreign)).toBe(JSON.stringify(unknown));
  });

  it('is not made good by declining with an error', async () => {
    const { bench, a, b } = await parked();

    await b.send({ jsonrpc: '2.0', id: a.prompt.id, error: { code: 1, message: 'no' } });

    expect(bench.dispatcher.snapshot().parked).toBe(1);
  });

  it('is not taken from a connection that never introduced itself', async () => {
    const { bench, a } = await parked();

    expect(await new DirectPeer(bench, 'anonymous').send(answerTo(a.prompt.id))).toBeNull();
    expect(bench.dispatcher.snapshot().parked).toBe(1);
  });

  it('is not taken from whoever took the id of the connection over', async () => {
    const { bench, a } = await parked();
    const { id } = a.prompt;
    a.leave();
    const [newcomer] = (await bench.peers('a')) as [DirectPeer];

    expect(await newcomer.send(answerTo(id))).toBeNull();
    expect(bench.pay.runs).toBe(0);
    expect(newcomer.pushed).toEqual([]);
  });
});

describe('a message with the id of a question', () => {
  it('is a request if it has a method', async () => {
    const { bench, a } = await parked();

    const reply = await a.send({ jsonrpc: '2.0', id: a.prompt.id, method: 'ping' });

    expect(reply).toMatchObject({ id: a.prompt.id, result: {} });
    expect(bench.dispatcher.snapshot().parked).toBe(1);
  });

  it('closes it once if it has both a result and an error', async () => {
    const { bench, a, call } = await parked();
    const error = { code: 1, message: 'no' };

    await a.send({ ...answerTo(a.prompt.id), error });
    await a.send(answerTo(a.prompt.id));

    expect(said((await call) as never)).toContain('elicitation failed');
    expect(bench.pay.runs).toBe(0);
  });

  it.each([[7], [null], [''], ['__proto__']])('closes nothing if the id is %j', async (id) => {
    const { bench, a } = await parked();

    expect(await a.send({ jsonrpc: '2.0', id, result: APPROVE })).toBeNull();
    expect(bench.dispatcher.snapshot().parked).toBe(1);
  });
});
