import type { McpContext } from 'nest-mcp';
import { SPILLED, TEN_KILOBYTES } from '../apps/firehose.js';
import { settled } from '../support/settled.js';
import { StdioBench } from '../support/stdio-bench.js';
import { initialize, legacyCall } from '../support/wire-messages.js';

const spill = {
  name: 'spill',
  handler: (_args: unknown, ctx: McpContext) => {
    for (let step = 1; step <= SPILLED; step++) void ctx.progress(step, { message: TEN_KILOBYTES });
    return 'spilled';
  },
};

describe('notifications over stdio that nobody reads', () => {
  it('are bounded, and the answer arrives', async () => {
    const server = await StdioBench.open({ tools: [spill] });
    server.send(initialize('hello'), legacyCall('spill', {}, 'c'));
    await settled();

    const { readableLength, writableLength } = server.output;
    expect(readableLength + writableLength).toBeLessThan(2 * 1024 * 1024);

    server.read();
    const messages = await server.messages();
    const reports = messages.filter(({ method }) => method === 'notifications/progress').length;
    const dropped = server.bench.events.filter(({ type }) => type === 'message_dropped').length;
    expect(reports).toBeGreaterThan(0);
    expect(reports + dropped).toBe(SPILLED);
    expect(messages.at(-1)).toMatchObject({ id: 'c', result: { content: [{ text: 'spilled' }] } });
  });
});
