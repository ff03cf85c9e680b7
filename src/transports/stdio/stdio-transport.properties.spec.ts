import fc from 'fast-check';
import { StdioBench } from '../../../test/support/stdio-bench.js';
import type { Received } from '../../../test/support/stdio-process.js';
import { ENVELOPE, initialize } from '../../../test/support/wire-messages.js';

const conversation = [
  `\uFEFF${JSON.stringify(initialize('héllo'))}\n`,
  '{"jsonrpc":"2.0","method":"notifications/initialized"}\r\n',
  '{"jsonrpc":"2.0","id":1,"method":"ping"}\n\n \t\r\n',
  '{"jsonrpc":"2.0","id":"“zwei”","method":"ping"}\n',
  'no JSON\n',
  `${'x'.repeat(400)}\n`,
  '{"jsonrpc":"2.0","id":3,"method":"nobody/knows"}\r\n',
  `{"jsonrpc":"2.0","id":4,"method":"tools/list","params":${JSON.stringify({ _meta: ENVELOPE })}}\n`,
  '{"jsonrpc":"2.0","id":"last 🎉","method":"tools/list"}',
].join('');
const bytes = Buffer.from(conversation);

/** The answers, sorted: each comes as soon as it is ready. */
async function answersTo(chunks: readonly Buffer[]): Promise<readonly string[]> {
  const server = (await StdioBench.open({ limits: { maxLineBytes: 300 } })).read();
  for (const chunk of chunks) server.input.write(chunk);
  server.input.end();
  await server.served;
  await server.transport.drain();
  return (await server.messages()).map((message) => JSON.stringify(message)).sort();
}

describe('a conversation over stdio', () => {
  it('has these answers', async () => {
    const answers = (await answersTo([bytes])).map((answer) => JSON.parse(answer) as Received);

    const outcomes = new Map(answers.map(({ id, error }) => [id, error?.code]));
    expect(answers).toHaveLength(8);
    expect([...outcomes].sort()).toEqual(
      [
        ['héllo', undefined],
        [1, undefined],
        ['“zwei”', undefined],
        [null, -32700],
        [3, -32601],
        [4, undefined],
        ['last 🎉', undefined],
      ].sort(),
    );
  });

  it('has the same answers however it is cut into chunks', async () => {
    const whole = await answersTo([bytes]);
    const places = fc.array(fc.nat(bytes.length), { maxLength: 60 });

    await fc.assert(
      fc.asyncProperty(places, async (cuts) => {
        const ends = [...cuts, bytes.length].sort((a, b) => a - b);
        const chunks = ends.map((end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end));
        expect(await answersTo(chunks.filter(({ length }) => length > 0))).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it('has the same answers byte by byte', async () => {
    const whole = await answersTo([bytes]);

    expect(await answersTo(Array.from(bytes, (byte) => Buffer.of(byte)))).toEqual(whole);
  });
});
