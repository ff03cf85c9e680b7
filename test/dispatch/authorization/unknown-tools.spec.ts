import { allow } from 'nest-mcp';
import { DirectPeer, said } from '../../support/direct-peer.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';

const UNKNOWN = 'error -32601 Tool not found: a.b';

async function call(options: BenchOptions) {
  const bench = await createBench(options);
  const reply = await new DirectPeer(bench, 'a').call('a.b').response;
  return { bench, reply, text: said(reply) };
}

const thrown = () => {
  throw new Error('broken');
};

describe('an unknown tool', () => {
  it('is -32601 in a session', async () => {
    expect((await call({})).text).toBe(UNKNOWN);
  });

  it('is -32602 in the stateless era', async () => {
    const bench = await createBench();

    expect(said(await new ModernPeer(bench).call('a.b'))).toBe('error -32602 Tool not found: a.b');
  });

  it('is the code of the option in both', async () => {
    const bench = await createBench({ unknownToolCode: -31055 });

    expect(said(await new ModernPeer(bench).call('a.b'))).toBe('error -31055 Tool not found: a.b');
    expect(said(await new DirectPeer(bench, 'a').call('a.b').response)).toBe(
      'error -31055 Tool not found: a.b',
    );
  });

  it('may be explained to the model', async () => {
    const asked: string[] = [];
    const unknownToolReply = (name: string) => {
      asked.push(name);
      return Promise.resolve('session stopped');
    };

    const { reply } = await call({ unknownToolReply });

    expect(reply).toMatchObject({
      result: { isError: true, content: [{ type: 'text', text: 'session stopped' }] },
    });
    expect(asked).toEqual(['a.b']);
  });

  it.each<[string, () => unknown]>([
    ['has nothing to say', () => undefined],
    ['answers null', () => null],
    ['answers no text', () => ({ text: 'x' })],
    ['throws', thrown],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('is an error when the explanation %s', async (_how, unknownToolReply) => {
    const options = { unknownToolReply } as BenchOptions;
    const { bench, text } = await call(options);

    expect(text).toBe(UNKNOWN);
    expect(await new DirectPeer(bench, 'a').ask('ping')).toMatchObject({ result: {} });
  });

  it.each(['__proto__', 'constructor', 'toString', ''])('is one named %j', async (name) => {
    const bench = await createBench({ authorizer: { authorize: allow } });

    expect(said(await new DirectPeer(bench, 'a').call(name).response)).toBe(
      `error -32601 Tool not found: ${name}`,
    );
  });
});
