import { refusal } from '../../support/direct-peer.js';
import { StdioProcess } from '../../support/stdio-process.js';

const PAY = { method: 'tools/call', params: { name: 'pay', arguments: { euros: 5 } } };

describe('an approval in a stdio session', () => {
  let server: StdioProcess;

  beforeEach(async () => {
    const env = { NODE_ENV: 'production' };
    server = await StdioProcess.start('test/apps/approvals/main.stdio.js', env);
    const clientInfo = { name: 'pipe', version: '1.0.0' };
    const capabilities = { elicitation: {} };
    const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
    server.send({ id: 'hello', method: 'initialize', params });
    await server.answer('hello');
    server.send({ id: 'call', ...PAY });
  }, 20_000);

  afterEach(async () => {
    server.end();
    await server.exited;
  });

  it('is a line out, a line in, and the result under the id of the call', async () => {
    const { id } = await question();
    server.send({ id, result: { action: 'accept', content: { approve: true } } });

    expect(await server.answer('call')).toMatchObject({
      id: 'call',
      result: { content: [{ type: 'text', text: 'paid 5' }] },
    });
  });

  it('does not keep other requests from being answered', async () => {
    const { id } = await question();
    server.send({ id: 'ping', method: 'ping' });
    await server.answer('ping');
    expect(server.messages.some((message) => message.id === 'call')).toBe(false);
    server.send({ id, result: { action: 'decline' } });

    expect(await server.answer('call')).toMatchObject({
      result: { content: [{ text: refusal('pay', 'ask', 'user decline') }] },
    });
  });

  it('is dropped without a line when the client cancels the call', async () => {
    const { id } = await question();
    server.send({ method: 'notifications/cancelled', params: { requestId: 'call' } });
    server.send({ id, result: { action: 'accept', content: { approve: true } } });
    server.send({ id: 'paid', method: 'tools/call', params: { name: 'paid' } });

    expect(await server.answer('paid')).toMatchObject({ result: { content: [{ text: '' }] } });
    expect(server.messages.some((message) => message.id === 'call')).toBe(false);
  });

  /** The question, which is a message with a method and an id. */
  async function question(): Promise<{ readonly id: string }> {
    await server.prints('elicitation/create');
    server.send({ id: 'beat', method: 'ping' });
    await server.answer('beat');
    const asked = server.messages.find((message) => message.method === 'elicitation/create');
    if (asked === undefined) throw new Error(`nothing was asked:\n${server.output}`);
    return { id: String(asked.id) };
  }
});
