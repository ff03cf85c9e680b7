import type { Decision } from 'nest-mcp';
import { allow } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { AT_REST } from '../../support/asking-bench.js';
import { CountedTool } from '../../support/counted-tool.js';
import { DirectPeer, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';

async function setUp() {
  const held = new HeldTool();
  const quick = new CountedTool('quick');
  const bench = await createBench({ tools: [held.definition, quick] });
  const [a, b] = [new DirectPeer(bench, 'a'), new DirectPeer(bench, 'b')];
  return { held, quick, bench, a, b };
}

describe('a slow tool', () => {
  it('keeps no other client waiting', async () => {
    const { held, a, b } = await setUp();
    const slow = a.call('held');
    await settled();

    expect(await b.ask('ping')).toMatchObject({ result: {} });
    expect(said(await b.call('quick').response)).toBe('quick ran');
    expect(said(await a.call('quick').response)).toBe('quick ran');
    held.finishAll();
    expect(said(await slow.response)).toBe('done');
  });
});

describe('a tool that fails', () => {
  it.each([
    ['an error', new TypeError('sk-secret'), 'TypeError'],
    ['a string', 'sk-secret', 'string'],
    ['nothing', undefined, 'undefined'],
    ['an object without a prototype', Object.create(null) as unknown, ''],
  ])(
    'with %s is answered, its words stay in the log, and the server goes on',
    async (_what, error, shown) => {
      const { held, bench, a } = await setUp();
      const call = a.call('held');
      await settled();
      held.run().fail(error);

      const answer = await call.response;

      expect(answer).toMatchObject({ result: { isError: true } });
      expect(said(answer)).toContain(shown);
      expect(JSON.stringify(answer)).not.toContain('sk-secret');
      expect(said(await a.call('quick').response)).toBe('quick ran');
      expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
      expect(bench.logger.text).toContain('reference');
    },
  );

  it('at once is answered like any other', async () => {
    const bench = await createBench({
      tools: [
        {
          name: 'bad',
          handler: () => {
            throw new RangeError('no');
          },
        },
      ],
    });

    expect(await new DirectPeer(bench, 'a').call('bad').response).toMatchObject({
      result: { isError: true },
    });
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });
});

describe('a tool that goes on after its call was given up', () => {
  it.each([
    ['cancelled', 'returns'],
    ['cancelled', 'throws'],
    ['over time', 'returns'],
    ['over time', 'throws'],
  ])('(%s) is counted as abandoned until it %s, and nobody hears of it', async (why, how) => {
    const { held, bench, a } = await setUp();
    a.listen();
    const call = a.call('held');
    await settled();
    if (why === 'cancelled') call.cancel();
    else bench.clock.advance(300_000);
    const answer = await call.response;
    expect(bench.dispatcher.snapshot()).toMatchObject({ ...AT_REST, abandoned: 1 });
    const logged = bench.logger.lines.length;

    if (how === 'returns') held.run().finish('late');
    else held.run().fail(new Error('late'));
    await settled();

    expect(await call.response).toBe(answer);
    expect(a.pushed).toEqual([]);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
    expect(bench.logger.lines).toHaveLength(logged);
  });

  it('can tell its client nothing any more', async () => {
    const { held, a } = await setUp();
    a.listen();
    const call = a.request('tools/call', { name: 'held', _meta: { progressToken: 'p' } });
    await settled();
    await held.run().context.progress(1);
    call.cancel();

    await held.run().context.progress(2);
    await held.run().context.log('error', 'too late');

    expect(a.pushed).toEqual([
      expect.objectContaining({
        method: 'notifications/progress',
        params: expect.objectContaining({ progress: 1 }),
      }),
    ]);
    held.finishAll();
  });
});

describe('a call that is over time while its policy decides', () => {
  it('never runs its tool, even if the policy allows it afterwards', async () => {
    const decision = deferred<Decision>();
    const quick = new CountedTool('quick');
    const authorizer = { authorize: () => decision.promise };
    const bench = await createBench({ tools: [quick], authorizer });
    const call = new DirectPeer(bench, 'a').call('quick');
    await settled();
    bench.clock.advance(300_000);
    expect(said(await call.response)).toContain('callback_timeout');

    decision.resolve(allow());
    await settled();

    expect(quick.runs).toBe(0);
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });
});
