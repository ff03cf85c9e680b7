import type { Decision } from 'nest-mcp';
import { allow, ask, deny } from 'nest-mcp';
import { createAskingBench } from '../../support/asking-bench.js';
import { refusal, said } from '../../support/direct-peer.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { stagedTool } from '../../support/staged-tool.js';

/** A retry with an approval, when the policy decides like this by then. */
async function retryUnder(second: Decision) {
  const decisions = [ask('Pay?'), second];
  const authorize = () => decisions.shift() ?? deny('asked too often');
  const bench = await createAskingBench({ authorizer: { authorize } });
  const peer = new ModernPeer(bench);
  const { requestState } = await peer.question('pay');
  const reply = await peer.retry(requestState, 'pay');
  return { bench, text: said(reply), left: decisions.length };
}

describe('the policy of a call that comes again with an approval', () => {
  it('is asked again, once', async () => {
    const { left, text } = await retryUnder(ask('Pay?'));

    expect([left, text]).toEqual([0, 'pay ran']);
  });

  it('may deny by now, and that wins', async () => {
    const { bench, text } = await retryUnder(deny('closed'));

    expect(text).toBe(refusal('pay', 'deny', 'closed'));
    expect(bench.pay.runs).toBe(0);
  });

  it('may allow by now, and the tool runs', async () => {
    const { bench, text } = await retryUnder(allow());

    expect(text).toBe('pay ran');
    expect(bench.pay.runs).toBe(1);
  });

  it('still asks, which the approval meets though the words have changed', async () => {
    const { text } = await retryUnder(ask('Pay now?'));

    expect(text).toBe('pay ran');
  });

  it('does not keep guards and validation from running again', async () => {
    const bench = await createAskingBench({ authorizer: { authorize: () => ask('Pay?') } });
    const trail: string[] = [];
    bench.registry.catalogue.add({ tools: [stagedTool('staged', trail)] });
    const peer = new ModernPeer(bench);
    const { requestState } = await peer.question('staged');
    await peer.retry(requestState, 'staged');

    expect(trail).toEqual(['guard', 'validation', 'guard', 'validation', 'handler']);
  });
});
