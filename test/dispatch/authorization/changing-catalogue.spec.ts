import type { Decision, ToolAuthorization } from 'nest-mcp';
import { allow, deny } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { CountedTool } from '../../support/counted-tool.js';
import { DirectPeer, refusal, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { settled } from '../../support/settled.js';

/** Allows what only reads, and takes its time about the first call. */
async function thinking() {
  const first = deferred<void>();
  const judged: (string | undefined)[] = [];
  const authorize = async ({ tool }: ToolAuthorization): Promise<Decision> => {
    judged.push(tool?.description);
    if (judged.length === 1) await first.promise;
    return tool === undefined || tool.annotations?.readOnlyHint ? allow() : deny('writes');
  };
  const old = { ...new CountedTool('it', { readOnlyHint: true }), description: 'old' };
  const bench = await createBench({ tools: [old], authorizer: { authorize } });
  const call = new DirectPeer(bench, 'a').call('it');
  await settled();
  return { bench, call, judged, decide: first.resolve, old };
}

describe('a tool that is replaced while the policy thinks', () => {
  it('is judged again, and may be denied', async () => {
    const { bench, call, judged, decide } = await thinking();
    const replacement = new CountedTool('it', { destructiveHint: true });
    await bench.register([{ ...replacement, description: 'new' }]);
    decide();

    expect(said(await call.response)).toBe(refusal('it', 'deny', 'writes'));
    expect(replacement.runs).toBe(0);
    expect(judged).toEqual(['old', 'new']);
  });

  it('runs in its new form if that is allowed too', async () => {
    const { bench, call, decide, old } = await thinking();
    const replacement = new CountedTool('it', { readOnlyHint: true });
    await bench.register([replacement]);
    decide();

    expect(said(await call.response)).toBe('it ran');
    expect([old.calls.length, replacement.runs]).toEqual([0, 1]);
  });

  it('is unknown if it is gone', async () => {
    const { bench, call, decide, old } = await thinking();
    bench.registry.unregisterTools(['it']);
    decide();

    expect(said(await call.response)).toBe('error -32601 Tool not found: it');
    expect(old.calls).toEqual([]);
  });

  it('is judged once if nothing changes', async () => {
    const { call, judged, decide } = await thinking();
    decide();
    await call.response;

    expect(judged).toEqual(['old']);
  });
});
