import type { RuntimeTool } from 'nest-mcp';
import { DirectPeer } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';

/** `{"content":[{"type":"text","text":"…"}]}` around the text of a result. */
const FRAME = JSON.stringify({ content: [{ type: 'text', text: '' }] }).length;

const repeat: RuntimeTool = { name: 'repeat', handler: () => 'ä'.repeat(50) };

const TOO_LARGE = (limit: number) => ({
  content: [
    {
      type: 'text',
      text: JSON.stringify({ error: 'result_too_large', limit, retryable: false }),
    },
  ],
  isError: true,
});

const resultOf = async (maxResultBytes: number) => {
  const bench = await createBench({ tools: [repeat], limits: { maxResultBytes } });
  const reply = await new DirectPeer(bench, 'a').ask('tools/call', { name: 'repeat' });
  return { bench, reply };
};

describe('a result', () => {
  it('of exactly as many bytes as allowed is sent', async () => {
    const { reply } = await resultOf(FRAME + 100);

    expect(reply).toMatchObject({ result: { content: [{ text: 'ä'.repeat(50) }] } });
  });

  it('one byte larger is a failed result of the tool that says so', async () => {
    const { reply } = await resultOf(FRAME + 99);

    expect(reply).toMatchObject({ result: TOO_LARGE(FRAME + 99) });
  });

  it('that is too large is logged with the option that allows more', async () => {
    const { bench } = await resultOf(FRAME + 99);

    expect(bench.logger.text).toContain('limits.maxResultBytes');
  });

  it('of the server itself is not bounded', async () => {
    const bench = await createBench({ limits: { maxResultBytes: 1 } });

    const reply = await new DirectPeer(bench, 'a').ask('ping');

    expect(reply).toMatchObject({ result: {} });
  });

  it('is measured as it goes out, with what a revision adds', async () => {
    const bench = await createBench({ tools: [repeat], limits: { maxResultBytes: FRAME + 100 } });

    const reply = await new ModernPeer(bench).ask('tools/call', { name: 'repeat' });

    expect(JSON.stringify(reply)).toContain('result_too_large');
  });
});
