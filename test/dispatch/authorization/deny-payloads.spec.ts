import type { Authorizer } from 'nest-mcp';
import { allowlist, ask, deny } from 'nest-mcp';
import { CountedTool } from '../../support/counted-tool.js';
import { DirectPeer, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';

async function result(authorizer: Authorizer | undefined, tool = new CountedTool('pay')) {
  const bench = await createBench({ tools: [tool], authorizer });
  const reply = await new DirectPeer(bench, 'a').ask('tools/call', { name: 'pay' });
  return reply && 'result' in reply ? JSON.stringify(reply.result) : JSON.stringify(reply);
}

const denied = (decision: string, detail: string): string =>
  `{"content":[{"type":"text","text":"{\\"error\\":\\"authorization_required\\",\\"tool\\":\\"pay\\",` +
  `\\"decision\\":\\"${decision}\\",\\"detail\\":\\"${detail}\\"}"}],"isError":true}`;

describe('a refused tool call, byte for byte', () => {
  it('carries the reason of the policy', async () => {
    expect(await result({ authorize: () => deny('sign in first') })).toBe(
      denied('deny', 'sign in first'),
    );
  });

  it('says so when the tool is not on the allowlist', async () => {
    expect(await result(allowlist(['other']))).toBe(denied('deny', 'not_allowlisted'));
  });

  it('says so when the tool is sensitive and there is no policy', async () => {
    const tool = new CountedTool('pay', { sensitive: true });

    expect(await result(undefined, tool)).toBe(denied('deny', 'sensitive_tool_unguarded'));
  });

  it('says no more than that when the policy failed', async () => {
    const authorize = () => {
      throw new Error('secret');
    };

    expect(await result({ authorize })).toBe(denied('deny', 'the authorizer failed'));
  });

  it('carries the question when the client cannot be asked', async () => {
    expect(await result({ authorize: () => ask('Pay 5 euros?') })).toBe(
      denied('ask', 'Pay 5 euros?'),
    );
  });

  it('is the same text in the stateless era', async () => {
    const bench = await createBench({ authorizer: { authorize: () => deny('sign in first') } });

    const reply = await new ModernPeer(bench).call('pay');

    expect(said(reply)).toBe(
      '{"error":"authorization_required","tool":"pay","decision":"deny","detail":"sign in first"}',
    );
    expect(reply).toMatchObject({ result: { isError: true, resultType: 'complete' } });
  });
});
