import { jest } from '@jest/globals';
import type { Logger } from '@nestjs/common';
import type { Clock } from '../protocol/clock.js';
import type { JsonRpcRequest } from '../protocol/json-rpc.js';
import type { CapabilityName } from '../protocol/revisions/revision.interface.js';
import { revision20251125 } from '../protocol/revisions/revision-2025-11-25.js';
import { revision20260728 } from '../protocol/revisions/revision-2026-07-28.js';
import { ServedRevisions } from '../protocol/revisions/served-revisions.js';
import { McpRegistry } from '../registry/mcp-registry.js';
import { Connection } from '../sessions/connection.js';
import { McpCancelledError } from './cancelled.error.js';
import { McpContext } from './mcp-context.js';
import { answerToMessage } from './answer.js';
import { McpDispatcher } from './mcp-dispatcher.js';
import { PreparedResult } from './prepared-result.js';
import type { RequestContext } from './request-context.interface.js';
import { ResultEncoder } from './result-encoder.js';
import { standInHost } from './stand-in-host.js';

type Tool = (context: McpContext) => unknown;

/** Time that moves only by hand. */
class HandClock implements Clock {
  time = 0;
  private readonly timers = new Map<object, { readonly due: number; readonly run: () => void }>();

  now = (): number => this.time;

  after(ms: number, run: () => void) {
    const key = {};
    this.timers.set(key, { due: this.time + ms, run });
    return { cancel: () => void this.timers.delete(key) };
  }

  get pending(): number {
    return this.timers.size;
  }

  advance(ms: number): void {
    this.time += ms;
    for (const [key, { due, run }] of [...this.timers]) {
      if (due <= this.time && this.timers.delete(key)) run();
    }
  }
}

function createDispatcher(tools: Readonly<Record<string, Tool>> = {}) {
  const registry = new McpRegistry();
  for (const [name, tool] of Object.entries(tools)) {
    registry.addTool({
      name,
      input: { json: { type: 'object' }, validate: (value) => ({ ok: true, value }) },
      handler: {
        place: `Shop.${name}`,
        interceptors: [],
        open: ({ context }) => ({
          guard: () => undefined,
          invoke: async () => tool(context as McpContext),
        }),
      },
    });
  }
  const identity = {
    info: { name: 'shop', version: '1' },
    instructions: undefined,
    capabilities: new Set<CapabilityName>(['tools']),
  };
  const clock = new HandClock();
  const logger = { error: jest.fn(), debug: jest.fn() };
  const dispatcher = new McpDispatcher({
    registry,
    revisions: new ServedRevisions(),
    identity,
    encoder: new ResultEncoder(identity, {}),
    options: {
      inputErrors: 'result',
      unknownToolCode: undefined,
      unknownToolReply: undefined,
      pageSize: undefined,
    },
    logger: logger as unknown as Logger,
    clock,
  });
  return { dispatcher, clock, logger };
}

/** What a client in this process gets. */
async function answerOf(
  dispatcher: McpDispatcher,
  message: JsonRpcRequest,
  context: RequestContext,
) {
  const answer = await dispatcher.dispatch(message, context);
  return answer && answerToMessage(answer);
}

const connection = new Connection('1', undefined);

const contextWith = (facts: Partial<RequestContext> = {}): RequestContext => ({
  revision: revision20251125,
  transport: 'memory',
  connection,
  scope: connection,
  clientInfo: undefined,
  clientCapabilities: {},
  logLevel: undefined,
  principal: undefined,
  principalKey: undefined,
  disconnected: undefined,
  outlet: { send: () => undefined },
  host: standInHost(),
  ...facts,
});

const request = (id: string | number, method: string, params = {}): JsonRpcRequest => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

const call = (id: string | number, name: string) => request(id, 'tools/call', { name });

const cancelled = (requestId: unknown, reason?: unknown) => ({
  jsonrpc: '2.0' as const,
  method: 'notifications/cancelled',
  params: { requestId, reason },
});

/** Runs until the call is stopped; says when it began and how it ended. */
function waiting() {
  const reasons: unknown[] = [];
  let begin = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const tool: Tool = ({ signal }) =>
    new Promise((_resolve, reject) => {
      begin();
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason);
        reject(signal.reason as Error);
      });
    });
  return { tool, reasons, started };
}

describe('McpDispatcher', () => {
  it.each([0, '', '7', 7])('answers with the id %j', async (id) => {
    const { dispatcher } = createDispatcher();

    expect(await answerOf(dispatcher, request(id, 'ping'), contextWith())).toEqual({
      jsonrpc: '2.0',
      id,
      result: {},
    });
  });

  it('writes the result before a transport has to', async () => {
    const { dispatcher } = createDispatcher({ tool: () => 'done' });

    expect(await dispatcher.dispatch(call(1, 'tool'), contextWith())).toEqual({
      id: 1,
      result: new PreparedResult('{"content":[{"type":"text","text":"done"}]}'),
    });
  });

  it.each([
    ['a bigint', { n: 1n }],
    [
      'an object that cannot be written',
      {
        toJSON: () => {
          throw new Error('no');
        },
      },
    ],
  ])('answers a result that holds %s with an error, and logs why', async (_what, _meta) => {
    const { dispatcher, logger } = createDispatcher({ tool: () => ({ content: [], _meta }) });

    expect(await answerOf(dispatcher, call(1, 'tool'), contextWith())).toMatchObject({
      id: 1,
      error: { code: -32603 },
    });
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it('answers what needs no work in the order it came, before work that is slower', async () => {
    const { tool } = waiting();
    const { dispatcher } = createDispatcher({ tool });
    const order: number[] = [];
    const send = (message: JsonRpcRequest) =>
      answerOf(dispatcher, message, contextWith()).then(() => order.push(message.id as number));

    const slow = send(call(1, 'tool'));
    await Promise.all([send(request(2, 'ping')), send(request(3, 'ping'))]);
    dispatcher.cancelAll(connection, 'done');
    await slow;

    expect(order).toEqual([2, 3, 1]);
  });

  it('serves a method where its revision has it and its capability is declared', () => {
    const { dispatcher } = createDispatcher();

    expect(dispatcher.serves('ping', revision20251125)).toBe(true);
    expect(dispatcher.serves('ping', revision20260728)).toBe(false);
    expect(dispatcher.serves('tools/list', revision20260728)).toBe(true);
    expect(dispatcher.serves('prompts/list', revision20251125)).toBe(false);
    expect(dispatcher.serves('constructor', revision20251125)).toBe(false);
  });

  it.each([
    ['tools/call', 'name'],
    ['prompts/get', 'name'],
    ['resources/read', 'uri'],
    ['tools/list', undefined],
    ['nope', undefined],
  ])('routes %s by its %s', (method, member) => {
    expect(createDispatcher().dispatcher.routingMember(method)).toBe(member);
  });

  describe('cancellation', () => {
    it('aborts the call with the reason of the client, and answers nothing', async () => {
      const { tool, reasons, started } = waiting();
      const { dispatcher } = createDispatcher({ tool });
      const answer = answerOf(dispatcher, call(1, 'tool'), contextWith());
      await started;

      dispatcher.receive(cancelled(1, 'changed my mind'), connection);

      expect(await answer).toBeNull();
      expect(reasons).toEqual([new McpCancelledError('changed my mind')]);
    });

    it.each([null, 1.5, {}, undefined])('ignores the id %j', async (id) => {
      const { dispatcher } = createDispatcher({ tool: () => 'done' });
      const answer = answerOf(dispatcher, call(1, 'tool'), contextWith());

      dispatcher.receive(cancelled(id), connection);

      expect(await answer).toMatchObject({ result: { content: [{ text: 'done' }] } });
    });

    it('ignores the ids of another scope', async () => {
      const { dispatcher } = createDispatcher({ tool: () => 'done' });
      const answer = answerOf(dispatcher, call(1, 'tool'), contextWith());

      dispatcher.receive(cancelled(1), new Connection('2', undefined));
      dispatcher.receive(cancelled(1), undefined);

      expect(await answer).not.toBeNull();
    });

    it('does not mind one that comes after the answer', async () => {
      const { dispatcher } = createDispatcher({ tool: () => 'done' });
      await answerOf(dispatcher, call(1, 'tool'), contextWith());

      expect(() => dispatcher.receive(cancelled(1), connection)).not.toThrow();
      expect(dispatcher.isInFlight(connection, 1)).toBe(false);
    });

    it('cannot stop the handshake', async () => {
      const { dispatcher } = createDispatcher();
      const answer = answerOf(
        dispatcher,
        request(1, 'initialize', { protocolVersion: '2025-11-25' }),
        contextWith({ connection: new Connection('2', undefined) }),
      );

      dispatcher.receive(cancelled(1), connection);

      expect(await answer).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    });

    it('comes with the end of the connection', async () => {
      const { tool, reasons, started } = waiting();
      const { dispatcher } = createDispatcher({ tool });
      const answers = [1, 2].map((id) => answerOf(dispatcher, call(id, 'tool'), contextWith()));

      await started;
      dispatcher.cancelAll(connection, 'the session ended');

      expect(await Promise.all(answers)).toEqual([null, null]);
      expect(reasons).toHaveLength(2);
    });

    it('comes with a disconnect', async () => {
      const { tool, reasons, started } = waiting();
      const { dispatcher } = createDispatcher({ tool });
      const client = new AbortController();
      const facts = { scope: undefined, disconnected: client.signal };
      const answer = answerOf(dispatcher, call(1, 'tool'), contextWith(facts));

      await started;
      client.abort();

      expect(await answer).toBeNull();
      expect(reasons).toEqual([new McpCancelledError('the client left')]);
    });

    it('keeps a call from running whose client has left already', async () => {
      const tool = jest.fn(() => 'done');
      const { dispatcher } = createDispatcher({ tool });

      const answer = await answerOf(
        dispatcher,
        call(1, 'tool'),
        contextWith({ disconnected: AbortSignal.abort() }),
      );

      expect(answer).toBeNull();
      expect(tool).not.toHaveBeenCalled();
    });

    it.each([
      ['resolves', (resolve: (value: string) => void) => resolve('late')],
      ['rejects', (_resolve: unknown, reject: (error: Error) => void) => reject(new Error('late'))],
    ])('stands when the work %s afterwards', async (_how, settle) => {
      let finish = (): void => undefined;
      const work = new Promise<string>((resolve, reject) => {
        finish = () => settle(resolve, reject);
      });
      const tool = jest.fn(() => work);
      const { dispatcher } = createDispatcher({ tool });
      const answer = answerOf(dispatcher, call(1, 'tool'), contextWith());
      while (tool.mock.calls.length === 0) await Promise.resolve();
      dispatcher.receive(cancelled(1), connection);
      const got = await answer;

      finish();
      await work.catch(() => undefined);

      expect(got).toBeNull();
    });

    it('leaves no listener on the signal of the client', async () => {
      const { dispatcher } = createDispatcher();
      const { signal } = new AbortController();
      const add = jest.spyOn(signal, 'addEventListener');
      const remove = jest.spyOn(signal, 'removeEventListener');

      await answerOf(dispatcher, request(1, 'ping'), contextWith({ disconnected: signal }));

      const listeners = add.mock.calls.map(([, listener]) => listener);
      expect(listeners).toHaveLength(1);
      expect(remove.mock.calls.map(([, listener]) => listener)).toEqual(listeners);
    });
  });

  describe('drain', () => {
    it('is done at once when nothing runs', async () => {
      const { dispatcher, clock } = createDispatcher();

      await dispatcher.drain(1000);

      expect(clock.pending).toBe(0);
    });

    it('waits for what runs, and lets it answer', async () => {
      let finish = (): void => undefined;
      const work = new Promise<string>((resolve) => {
        finish = () => resolve('done');
      });
      const { dispatcher, clock } = createDispatcher({ tool: () => work });
      const order: string[] = [];
      const answer = answerOf(dispatcher, call(1, 'tool'), contextWith());

      const drained = dispatcher.drain(1000).then(() => order.push('drained'));
      clock.advance(999);
      await Promise.resolve();
      order.push('still running');
      finish();
      await drained;

      expect(order).toEqual(['still running', 'drained']);
      expect(await answer).toMatchObject({ result: { content: [{ text: 'done' }] } });
      expect(clock.pending).toBe(0);
    });

    it('waits for all of several calls', async () => {
      const { tool, reasons, started } = waiting();
      const { dispatcher } = createDispatcher({ tool });
      const answers = [1, 2].map((id) => answerOf(dispatcher, call(id, 'tool'), contextWith()));
      const draining = dispatcher.drain(1000);
      await started;

      dispatcher.receive(cancelled(1, 'first'), connection);
      await answers[0];
      await answerOf(dispatcher, request(3, 'ping'), contextWith());
      dispatcher.receive(cancelled(2, 'second'), connection);
      await draining;

      expect(reasons).toEqual([new McpCancelledError('first'), new McpCancelledError('second')]);
    });

    it('cancels what runs longer than it may', async () => {
      const { tool, reasons, started } = waiting();
      const { dispatcher, clock } = createDispatcher({ tool });
      const answer = answerOf(dispatcher, call(1, 'tool'), contextWith({ scope: undefined }));
      const draining = dispatcher.drain(1000);

      await started;
      clock.advance(1000);
      await draining;

      expect(await answer).toBeNull();
      expect(reasons).toEqual([new McpCancelledError('the server stops')]);
    });
  });
});
