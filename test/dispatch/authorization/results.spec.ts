import { McpToolException } from 'nest-mcp';
import { DirectPeer, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';

const run = async (handler: () => unknown) => {
  const bench = await createBench({ tools: [{ name: 'it', handler }] });
  const reply = await new DirectPeer(bench, 'a').call('it').response;
  return { bench, reply, content: (reply as { result?: { content: unknown } }).result?.content };
};

describe('what a tool returns', () => {
  it.each<[string, unknown, unknown]>([
    ['a string is text', 'hi', [{ type: 'text', text: 'hi' }]],
    ['a number is text', 7, [{ type: 'text', text: '7' }]],
    ['an object is compact JSON', { a: 1 }, [{ type: 'text', text: '{"a":1}' }]],
    ['a list is compact JSON', [1, 2], [{ type: 'text', text: '[1,2]' }]],
    [
      'a list of content blocks is data like any other',
      [{ type: 'text', text: '7' }],
      [{ type: 'text', text: '[{"type":"text","text":"7"}]' }],
    ],
    [
      'a ready-made result is taken as it is',
      { content: [{ type: 'text', text: '7' }] },
      [{ type: 'text', text: '7' }],
    ],
    ['nothing is empty content', undefined, []],
  ])('%s', async (_what, value, expected) => {
    expect((await run(() => value)).content).toEqual(expected);
  });
});

describe('what a tool throws', () => {
  it('reaches the client by class and reference only; the log has the rest', async () => {
    const { bench, reply } = await run(() => {
      throw new TypeError('sk-secret');
    });
    const [, reference = 'none'] =
      /^TypeError \(reference ([\w-]+)\)$/.exec(said(reply) ?? '') ?? [];

    expect(reply).toMatchObject({ result: { isError: true } });
    expect(JSON.stringify(reply)).not.toContain('sk-secret');
    expect(bench.logger.text).toContain('sk-secret');
    expect(bench.logger.text).toContain(reference);
  });

  it('is told in its words if it was made for the client', async () => {
    const { reply } = await run(() => {
      throw new McpToolException('out of stock');
    });

    expect(reply).toMatchObject({ result: { isError: true } });
    expect(said(reply)).toBe('out of stock');
  });

  it.each([[undefined], [null], ['sk-secret'], [7], [Object.create(null)]])(
    'may be anything (%p)',
    async (value) => {
      const { bench, reply } = await run(() => {
        throw value;
      });

      expect(reply).toMatchObject({ result: { isError: true } });
      expect(JSON.stringify(reply)).not.toContain('sk-secret');
      expect(await new DirectPeer(bench, 'a').ask('ping')).toMatchObject({ result: {} });
    },
  );
});

describe('a server whose slots are all taken', () => {
  it('answers ping and takes the end of the handshake', async () => {
    const held = new HeldTool();
    const bench = await createBench({ tools: [held.definition], limits: { maxInFlight: 1 } });
    const peer = new DirectPeer(bench, 'a');
    const call = peer.call('held');
    await settled();

    expect(await peer.ask('ping')).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    expect(await peer.send({ jsonrpc: '2.0', method: 'notifications/initialized' })).toBeNull();
    held.finishAll();
    await call.response;
  });
});
