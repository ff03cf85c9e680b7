import { deferred } from '../../protocol/deferred.js';
import { createBench } from '../../../test/support/dispatcher-bench.js';
import { HeldTool } from '../../../test/support/held-tool.js';
import { settled } from '../../../test/support/settled.js';
import { createStdioTransport, StdioBench } from '../../../test/support/stdio-bench.js';
import type { Received } from '../../../test/support/stdio-process.js';
import { ENVELOPE, initialize } from '../../../test/support/wire-messages.js';

const ping = (id: unknown) => ({ id, method: 'ping' });
const call = (id: unknown, name: string, params: object = {}) => ({
  id,
  method: 'tools/call',
  params: { name, ...params },
});
const modern = (id: unknown, method: string, params: object = {}) => ({
  id,
  method,
  params: { _meta: ENVELOPE, ...params },
});
const cancelled = (requestId: unknown) => ({
  method: 'notifications/cancelled',
  params: { requestId },
});
const ids = (messages: readonly Received[]) => messages.map(({ id }) => id);
const byId = (messages: readonly Received[], id: unknown) =>
  messages.find((message) => message.id === id);

const PARSE_ERROR = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32700, message: expect.anything() },
};

describe('the stdio transport', () => {
  describe('answers a line it cannot use by -32700 and reads on', () => {
    it.each([
      ['is not JSON', 'hello', 'the line is not JSON'],
      ['is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'the line is not UTF-8'],
      ['nests too deep', '['.repeat(65), 'the line nests deeper than 64 levels'],
      ['is too long', 'x'.repeat(201), 'the line is longer than 200 bytes'],
    ])('where it %s', async (_, line, message) => {
      const server = (await StdioBench.open({ limits: { maxLineBytes: 200 } })).read();

      server.write(line);
      server.write('\n');
      server.send(ping('next'));

      expect(await server.messages()).toEqual([
        { jsonrpc: '2.0', id: null, error: { code: -32700, message } },
        { jsonrpc: '2.0', id: 'next', result: {} },
      ]);
    });

    it('where it is too long and never ends', async () => {
      const server = (await StdioBench.open({ limits: { maxLineBytes: 200 } })).read();

      server.write('x'.repeat(201));
      server.write('y'.repeat(500));
      server.input.end();

      expect(await server.messages()).toEqual([PARSE_ERROR]);
    });
  });

  it('takes a last line without a line end', async () => {
    const server = (await StdioBench.open()).read();

    server.write('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    server.input.end();

    expect(await server.messages()).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  describe('serves both eras on one connection', () => {
    it('when a client probes and then shakes hands', async () => {
      const server = (await StdioBench.open()).read();

      server.send(modern('probe', 'server/discover'), initialize('hello'), {
        id: 'list',
        method: 'tools/list',
      });

      const messages = await server.messages();
      expect(byId(messages, 'probe')?.result).toMatchObject({ resultType: 'complete' });
      expect(byId(messages, 'hello')?.result).toMatchObject({ protocolVersion: '2025-11-25' });
      expect(byId(messages, 'list')?.result).toEqual({ tools: [] });
    });

    it('when their calls run at once', async () => {
      const held = new HeldTool();
      const server = (await StdioBench.open({ tools: [held.definition] })).read();
      await server.initialize();
      server.send(call('old', 'held'), modern('new', 'tools/call', { name: 'held' }));
      await settled();

      held.run(1).finish('second');
      held.run(0).finish('first');

      const messages = await server.messages();
      expect(ids(messages)).toEqual(['new', 'old']);
      expect(messages[0]?.result).toHaveProperty('resultType', 'complete');
      expect(messages[1]?.result).toEqual({ content: [{ type: 'text', text: 'first' }] });
    });

    it.each([
      ['the older era', call('gone', 'held')],
      ['2026-07-28', modern('gone', 'tools/call', { name: 'held' })],
    ])('and cancels a call of %s by its id', async (_, request) => {
      const held = new HeldTool();
      const server = (await StdioBench.open({ tools: [held.definition] })).read();
      await server.initialize();
      server.send(request);
      await settled();

      server.send(cancelled('gone'));
      await settled();
      expect(held.run().signal.aborted).toBe(true);

      held.finishAll();
      server.send(ping('after'));
      expect(ids(await server.messages())).toEqual(['after']);
    });

    it('and cancels a modern call where nobody ever shook hands', async () => {
      const held = new HeldTool();
      const server = (await StdioBench.open({ tools: [held.definition] })).read();
      server.send(modern(0, 'tools/call', { name: 'held' }), cancelled(0));
      await settled();

      expect(await server.messages()).toEqual([]);
      expect(server.bench.dispatcher.snapshot().pending).toBe(0);
      held.finishAll();
    });

    it('and tells ids of one text and number apart when it cancels', async () => {
      const held = new HeldTool();
      const server = (await StdioBench.open({ tools: [held.definition] })).read();
      await server.initialize();
      server.send(call(1, 'held'), call('1', 'held'));
      await settled();

      server.send(cancelled('1'));
      await settled();
      held.finishAll();

      expect(ids(await server.messages())).toEqual([1]);
    });

    it('and refuses an id that is in use, whichever era uses it', async () => {
      const held = new HeldTool();
      const server = (await StdioBench.open({ tools: [held.definition] })).read();
      await server.initialize();
      server.send(call(7, 'held'), modern(7, 'tools/list'));

      expect(await server.messages()).toMatchObject([{ id: 7, error: { code: -32600 } }]);
      held.finishAll();
      expect(ids(await server.messages())).toEqual([7, 7]);
    });
  });

  it('takes a line of several messages once 2025-03-26 is agreed on, and not before', async () => {
    const stdio = (await StdioBench.open()).read();
    const batch = JSON.stringify([
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'ping' },
    ]);

    stdio.write(`${batch}\n`);
    stdio.send({
      id: 'hello',
      method: 'initialize',
      params: { protocolVersion: '2025-03-26', capabilities: {} },
    });
    stdio.write(`${batch}\n`);

    expect(await stdio.messages()).toEqual([
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.any(String) } },
      expect.objectContaining({ id: 'hello' }),
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 2, result: {} },
    ]);
    stdio.input.end();
    await stdio.served;
  });

  it('answers a thousand large calls at once, each on a line of its own', async () => {
    const input = { type: 'object', properties: { of: { type: 'string' } } } as const;
    const tool = { name: 'large', input, handler: ({ of }: any) => `${of}\n`.repeat(5_000) };
    const limits = { maxInFlight: 1_000, maxInFlightPerConnection: 1_000 };
    const server = await StdioBench.open({ tools: [tool], limits });
    const wanted = Array.from({ length: 1_000 }, (_, id) => id);
    server.send(initialize('hello'));
    server.send(...wanted.map((id) => call(id, 'large', { arguments: { of: `call ${id}` } })));

    server.read();
    server.input.end();
    await server.served;
    await server.transport.drain();
    await server.transport.beforeApplicationShutdown();

    const answers = (await server.messages()).filter(({ id }) => id !== 'hello');
    expect(ids(answers).sort((a, b) => Number(a) - Number(b))).toEqual(wanted);
    expect(
      answers.every(({ id, result }: any) => result.content[0].text.startsWith(`call ${id}\n`)),
    ).toBe(true);
  });

  describe('a client that writes and does not read', () => {
    const list = (id: number) => ({ id, method: 'tools/list' });
    /** Its list is some 100 kB. */
    const tools = [{ name: 'wordy', description: 'x'.repeat(100_000), handler: () => 'x' }];

    it('is served nevertheless, as long as a mebibyte holds the answers', async () => {
      const server = await StdioBench.open();
      const wanted = Array.from({ length: 5_000 }, (_, id) => id);

      server.send(...wanted.map(ping));
      await settled();
      expect(server.input.readableLength).toBe(0);

      expect(ids(await server.read().messages())).toEqual(wanted);
    });

    it('is not read from past that, and gets everything once it reads', async () => {
      const server = await StdioBench.open({ tools });
      server.send(initialize('hello'));
      await settled();
      for (let id = 0; id < 100; id++) {
        server.send(list(id));
        await settled();
      }

      const unread = server.output.readableLength + server.output.writableLength;
      expect(unread).toBeLessThan(1.5 * 1024 * 1024);
      expect(server.input.isPaused()).toBe(true);

      const messages = await drained(server);
      expect(ids(messages)).toEqual(['hello', ...Array.from({ length: 100 }, (_, id) => id)]);
    });

    it('reaches a running call by a cancellation once it reads', async () => {
      const held = new HeldTool();
      const server = await StdioBench.open({ tools: [...tools, held.definition] });
      server.send(initialize('hello'), call('held', 'held'));
      for (let id = 0; id < 20; id++) {
        server.send(list(id));
        await settled();
      }
      server.send(cancelled('held'));
      await settled();
      expect(held.run().signal.aborted).toBe(false);

      server.read();
      await settled();

      expect(held.run().signal.aborted).toBe(true);
      held.finishAll();
    });
  });

  describe('ends', () => {
    it('with the input', async () => {
      const server = (await StdioBench.open()).read();

      server.input.end();

      expect(await server.served).toBe('disconnected');
    });

    it('with a failure of the input, and says so', async () => {
      const server = (await StdioBench.open()).read();

      server.input.destroy(new Error('read EIO'));

      expect(await server.served).toBe('disconnected');
      expect(server.bench.logger.text).toContain('The input broke off: read EIO');
    });

    it('with a failure of the output, and says so', async () => {
      const server = await StdioBench.open();

      server.output.destroy(new Error('write EPIPE'));

      expect(await server.served).toBe('disconnected');
      expect(server.bench.logger.text).toContain('The client stopped reading: write EPIPE');
      server.send(ping('unheard'));
      await settled();
      expect(server.bench.dispatcher.snapshot().pending).toBe(0);
    });

    it('with the application', async () => {
      const server = (await StdioBench.open()).read();

      server.transport.onModuleDestroy();
      await server.transport.beforeApplicationShutdown();

      expect(await server.served).toBe('stopped');
      expect(server.input.isPaused()).toBe(true);
      expect(server.output.writableFinished).toBe(true);
    });

    it('with the application, although the input ends while it stops', async () => {
      const server = (await StdioBench.open()).read();
      server.transport.onModuleDestroy();
      server.input.end();
      await settled();

      await server.transport.beforeApplicationShutdown();

      expect(await server.served).toBe('stopped');
    });

    it('quietly where the client is gone altogether', async () => {
      const server = await StdioBench.open();
      server.input.end();
      server.output.destroy();
      await server.served;

      await expect(server.transport.beforeApplicationShutdown()).resolves.toBeUndefined();
    });
  });

  it('serves until the last call has finished while the application stops', async () => {
    const server = (await StdioBench.open()).read();
    server.transport.onModuleDestroy();
    server.send(ping('during'));

    expect(ids(await server.messages())).toEqual(['during']);
  });

  it('has nothing to stop where it never served', async () => {
    const bench = await createBench();
    const transport = createStdioTransport(bench);

    await transport.beforeApplicationShutdown();

    expect(bench.clock.timers).toBe(0);
    expect(bench.logger.text).toBe('');
  });

  describe('after the end of the input', () => {
    it('running calls may finish', async () => {
      const held = new HeldTool();
      const server = (await StdioBench.open({ tools: [held.definition] })).read();
      await server.initialize();
      server.send(call('last', 'held'));
      server.input.end();
      await server.served;

      const drain = server.transport.drain();
      await settled();
      held.run().finish('made it');
      await drain;

      expect(byId(await server.messages(), 'last')?.result).toMatchObject({
        content: [{ text: 'made it' }],
      });
    });

    it('calls that take too long are aborted and not answered', async () => {
      const held = new HeldTool();
      const limits = { shutdownGraceMs: 500 };
      const server = (await StdioBench.open({ tools: [held.definition], limits })).read();
      await server.initialize();
      server.send(call('last', 'held'));
      server.input.end();
      await server.served;
      const isOver = deferred<void>();
      void server.transport.drain().then(isOver.resolve);

      server.bench.clock.advance(499);
      await settled();
      expect(held.run().signal.aborted).toBe(false);

      server.bench.clock.advance(1);
      await isOver.promise;
      expect(held.run().signal.aborted).toBe(true);
      expect(await server.messages()).toEqual([]);
      held.finishAll();
    });

    it('a question that nobody can answer any more does not wait longer', async () => {
      const server = (
        await StdioBench.open({
          tools: [{ name: 'refund', handler: () => 'refunded' }],
          authorizer: { authorize: () => ({ kind: 'ask', prompt: 'Refund?' }) },
          limits: { shutdownGraceMs: 500 },
        })
      ).read();
      const hello = initialize('hello');
      server.send({
        ...hello,
        params: { ...(hello.params as object), capabilities: CAN_BE_ASKED },
      });
      server.send(call('asked', 'refund'));
      const messages = await server.messages();
      expect(messages.at(-1)).toMatchObject({ method: 'elicitation/create' });
      server.input.end();
      await server.served;

      const drain = server.transport.drain();
      await settled();
      server.bench.clock.advance(500);
      await drain;

      expect(server.bench.dispatcher.snapshot()).toMatchObject({ pending: 0, parked: 0 });
      expect(server.bench.clock.timers).toBe(0);
      expect(byId(await server.messages(), 'asked')).toBeUndefined();
    });

    it('a client that does not read its last answers is left, and the log says how many', async () => {
      const server = await StdioBench.open({ limits: { shutdownGraceMs: 500 } });
      server.send(...Array.from({ length: 2_000 }, (_, id) => ping(id)));
      server.input.end();
      await server.served;
      await settled();
      const isOver = deferred<void>();
      void server.transport.beforeApplicationShutdown().then(isOver.resolve);

      server.bench.clock.advance(499);
      await settled();
      expect(server.bench.logger.text).toBe('');

      server.bench.clock.advance(1);
      await isOver.promise;
      expect(server.bench.logger.text).toMatch(/did not read the last \d+ bytes/);
      expect(server.bench.clock.timers).toBe(0);
    });
  });
});

const CAN_BE_ASKED = { elicitation: {} };

/** Everything the server says until it has nothing more to say. */
async function drained(server: StdioBench): Promise<readonly Received[]> {
  let messages = await server.read().messages();
  for (let before = -1; before < messages.length;) {
    before = messages.length;
    messages = await server.messages();
  }
  return messages;
}
