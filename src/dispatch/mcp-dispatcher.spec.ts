import { jest } from '@jest/globals';
import { CountedTool } from '../../test/support/counted-tool.js';
import { createBench } from '../../test/support/dispatcher-bench.js';
import { HeldTool } from '../../test/support/held-tool.js';
import { contextWith } from '../../test/support/request-context.js';
import { settled } from '../../test/support/settled.js';
import type { JsonRpcRequest } from '../protocol/json-rpc.js';
import { revision20251125 } from '../protocol/revisions/revision-2025-11-25.js';
import { revision20260728 } from '../protocol/revisions/revision-2026-07-28.js';
import { Connection } from '../sessions/connection.js';
import { McpCancelledError } from './cancelled.error.js';
import type { McpDispatcher } from './mcp-dispatcher.js';
import { PreparedResult } from './prepared-result.js';

const connection = new Connection('1', undefined);
const here = { connection, scope: connection };

const call = (id: string | number, name: string): JsonRpcRequest => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name },
});

const cancelled = (requestId: unknown, reason?: unknown) => ({
  jsonrpc: '2.0' as const,
  method: 'notifications/cancelled',
  params: { requestId, reason },
});

/** A dispatcher that runs calls of one tool, which do not end by themselves. */
async function busy(calls: number, facts: Parameters<typeof contextWith>[0] = here) {
  const held = new HeldTool();
  const bench = await createBench({ tools: [held.definition] });
  const { dispatcher } = bench;
  const answers = Array.from({ length: calls }, (_call, index) =>
    dispatcher.dispatch(call(index + 1, held.name), contextWith(facts)),
  );
  await settled();
  return { ...bench, answers, held, reasons: () => held.runs.map(({ signal }) => signal.reason) };
}

/** Runs a call, and does something while it is under way. */
async function answerDespite(act: (dispatcher: McpDispatcher) => void) {
  const { dispatcher } = await createBench({ tools: [new CountedTool('tool')] });
  const answer = dispatcher.dispatch(call(1, 'tool'), contextWith(here));
  act(dispatcher);
  return answer;
}

const DONE = {
  id: 1,
  result: new PreparedResult('{"content":[{"type":"text","text":"tool ran"}]}'),
};

describe('McpDispatcher', () => {
  it('writes the result before a transport has to', async () => {
    expect(await answerDespite(() => undefined)).toEqual(DONE);
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
    const tool = { name: 'tool', handler: () => ({ content: [], _meta }) };
    const { dispatcher, logger } = await createBench({ tools: [tool] });

    expect(await dispatcher.dispatch(call(1, 'tool'), contextWith())).toMatchObject({
      id: 1,
      error: { code: -32603 },
    });
    expect(logger.lines.filter((line) => line.startsWith('error'))).toHaveLength(1);
  });

  it('serves a method where its revision has it and its capability is declared', async () => {
    const { dispatcher } = await createBench({ capabilities: { prompts: false } });

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
  ])('routes %s by its %s', async (method, member) => {
    const { dispatcher } = await createBench();

    expect(dispatcher.routingMember(method, revision20260728)).toBe(member);
  });

  describe('cancellation', () => {
    it.each([null, 1.5, {}, undefined])('ignores the id %j', async (id) => {
      const act = (dispatcher: McpDispatcher) => dispatcher.receive(cancelled(id), connection);

      expect(await answerDespite(act)).toEqual(DONE);
    });

    it('ignores the ids of another scope, and those of none', async () => {
      const answer = await answerDespite((dispatcher) => {
        dispatcher.receive(cancelled(1), new Connection('2', undefined));
        dispatcher.receive(cancelled(1), undefined);
      });

      expect(answer).toEqual(DONE);
    });

    it('does not mind one that comes after the answer', async () => {
      const { dispatcher } = await createBench({ tools: [new CountedTool('tool')] });
      await dispatcher.dispatch(call(1, 'tool'), contextWith(here));

      expect(() => dispatcher.receive(cancelled(1), connection)).not.toThrow();
      expect(dispatcher.isInFlight(connection, 1)).toBe(false);
    });

    it('comes with the end of the connection', async () => {
      const { dispatcher, answers, held, reasons } = await busy(2);

      dispatcher.cancelAll(connection, 'the session ended');

      expect(await Promise.all(answers)).toEqual([null, null]);
      const reason = new McpCancelledError('the session ended');
      expect(reasons()).toEqual([reason, reason]);
      held.finishAll();
    });

    it('comes with a disconnect', async () => {
      const client = new AbortController();
      const { answers, held, reasons } = await busy(1, { disconnected: client.signal });

      client.abort();

      expect(await Promise.all(answers)).toEqual([null]);
      expect(reasons()).toEqual([new McpCancelledError('the client left')]);
      held.finishAll();
    });

    it('leaves no listener on the signal of the client', async () => {
      const { dispatcher } = await createBench();
      const { signal } = new AbortController();
      const add = jest.spyOn(signal, 'addEventListener');
      const remove = jest.spyOn(signal, 'removeEventListener');
      const ping: JsonRpcRequest = { jsonrpc: '2.0', id: 1, method: 'ping', params: {} };

      await dispatcher.dispatch(ping, contextWith({ disconnected: signal }));

      const listeners = add.mock.calls.map(([, listener]) => listener);
      expect(listeners).toHaveLength(1);
      expect(remove.mock.calls.map(([, listener]) => listener)).toEqual(listeners);
    });
  });

  describe('drain', () => {
    it('waits for all of several calls', async () => {
      const { dispatcher, answers, held, reasons } = await busy(2);
      let isOver = false;
      const draining = dispatcher.drain(1000).then(() => {
        isOver = true;
      });

      dispatcher.receive(cancelled(1, 'first'), connection);
      await answers[0];
      await settled();
      expect(isOver).toBe(false);
      dispatcher.receive(cancelled(2, 'second'), connection);
      await draining;

      expect(reasons()).toEqual([new McpCancelledError('first'), new McpCancelledError('second')]);
      held.finishAll();
    });

    it('cancels what runs longer than it may, and says why, in whatever scope', async () => {
      const { dispatcher, clock, answers, held, reasons } = await busy(1, { scope: undefined });
      const draining = dispatcher.drain(1000);

      clock.advance(1000);
      await draining;

      expect(await Promise.all(answers)).toEqual([null]);
      expect(reasons()).toEqual([new McpCancelledError('the server stops')]);
      held.finishAll();
    });
  });
});
