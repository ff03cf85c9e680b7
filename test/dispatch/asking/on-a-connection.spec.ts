import type { McpContext } from 'nest-mcp';
import { AT_REST } from '../../support/asking-bench.js';
import {
  answerTo,
  askablePeer,
  askedOnConnection,
  filled,
  requestsTo,
} from '../../support/asking-peer.js';
import { askingTool, value } from '../../support/asking-tool.js';
import { failed, why } from '../../support/question-failure.js';
import { said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { SessionPeer } from '../../support/session-peer.js';

const ask = (ctx: McpContext) => value(ctx, 'name?');

describe('a question on a connection', () => {
  it('is a request with an id of its own, to the client that called', async () => {
    const { bench, peer, call } = await askedOnConnection(ask);
    const other = await askablePeer(bench, 'b');

    expect(peer.pushed).toEqual([
      {
        jsonrpc: '2.0',
        id: expect.stringMatching(/^question-/),
        method: 'elicitation/create',
        params: {
          message: 'name?',
          requestedSchema: {
            type: 'object',
            properties: { value: { type: 'string', minLength: 1 } },
            required: ['value'],
          },
        },
      },
    ]);
    await answerTo(peer, filled('Ada'));
    expect(said(await call.response)).toBe('Ada');
    expect(other.pushed).toEqual([]);
  });

  it('waits beside others, which may be answered in any order', async () => {
    const { peer, call } = await askedOnConnection((ctx) =>
      Promise.all(['a', 'b', 'c'].map((words) => value(ctx, words))),
    );
    const [a, b, c] = requestsTo(peer);

    await answerTo(peer, filled('3'), c);
    await answerTo(peer, filled('1'), a);
    await answerTo(peer, filled('2'), b);

    expect(said(await call.response)).toBe('["1","2","3"]');
  });

  it('is not answered from another connection, and goes on waiting', async () => {
    const { bench, peer, call } = await askedOnConnection(ask);
    const eve = await askablePeer(bench, 'eve');

    await answerTo(eve, filled('Eve'), requestsTo(peer)[0]);
    expect(bench.dispatcher.snapshot().parked).toBe(1);

    await answerTo(peer, filled('Ada'));
    expect(said(await call.response)).toBe('Ada');
  });

  it('is not answered from another session, of the same principal neither', async () => {
    const bench = await createBench({ tools: [askingTool(ask)] });
    const [ann, also, bob] = ['s1', 's2', 's3'].map(
      (id, index) => new SessionPeer(bench, id, index < 2 ? 'ann' : 'bob'),
    ) as [SessionPeer, SessionPeer, SessionPeer];
    const { response } = await ann.park('ask');
    const [id] = ann.prompts;

    also.answer(filled('Also').result, id);
    bob.answer(filled('Bob').result, id);
    expect(bench.dispatcher.snapshot().parked).toBe(1);

    ann.answer(filled('Ann').result);
    expect(said(await response)).toBe('Ann');
  });

  it('is answered once', async () => {
    const { bench, peer, call } = await askedOnConnection(
      async (ctx) => `${await ask(ctx)} ${await value(ctx, 'more?')}`,
    );
    const [first] = requestsTo(peer);
    await answerTo(peer, filled('Ada'), first);
    await answerTo(peer, filled('Bob'), first);
    expect(bench.dispatcher.snapshot().parked).toBe(1);

    await answerTo(peer, filled('no'), requestsTo(peer)[1]);

    expect(said(await call.response)).toBe('Ada no');
  });

  it.each([
    [{ code: -1, message: 'no', data: { why: 'busy' } }, -1, { why: 'busy' }, ': no'],
    [{ code: -32601, message: 'Method not found' }, -32601, undefined, ': Method not found'],
    [{ message: 7 }, -32603, undefined, ''],
    ['nonsense', -32603, undefined, ''],
    [null, -32603, undefined, ''],
  ])('that the client refuses with %j fails with code and data', async (error, code, data, end) => {
    const { peer, call } = await askedOnConnection((ctx) => why(ctx));

    await answerTo(peer, { error });

    expect(failed(await call.response)).toEqual({
      name: 'McpClientRequestError',
      reason: 'refused',
      message: `roots/list: the client refused${end}`,
      code,
      ...(data !== undefined && { data }),
    });
  });

  it.each([null, [], {}, 7, 'x', { roots: [{ uri: 'https://x' }] }])(
    'that is answered with %j fails as invalid',
    async (result) => {
      const { peer, call } = await askedOnConnection((ctx) => why(ctx));

      await answerTo(peer, { result });

      expect(failed(await call.response)).toMatchObject({
        reason: 'invalid',
        message: 'roots/list: is not a list of roots',
      });
    },
  );

  it('that is filled in wrongly fails with the field, and the tool with it', async () => {
    const { peer, call } = await askedOnConnection(ask);

    await answerTo(peer, filled(''));

    expect(said(await call.response)).toMatch(
      /^elicitation\/create: does not fit the form: value: /,
    );
  });

  it('may be asked again under its key when it failed', async () => {
    const { peer, call } = await askedOnConnection((ctx) =>
      value(ctx, 'a', 'k').catch(() => value(ctx, 'a', 'k')),
    );
    await answerTo(peer, filled(''));
    await answerTo(peer, filled('Ada'), requestsTo(peer)[1]);

    expect(said(await call.response)).toBe('Ada');
  });

  it('asked twice at once under one key is one question', async () => {
    const { peer, call } = await askedOnConnection((ctx) =>
      Promise.all([value(ctx, 'a', 'k'), value(ctx, 'a', 'k')]),
    );
    expect(requestsTo(peer)).toHaveLength(1);

    await answerTo(peer, filled('Ada'));

    expect(said(await call.response)).toBe('["Ada","Ada"]');
  });
});

describe('a caller who does not wait for parked calls', () => {
  it('is told nothing when the tool asks, and gets the answer pushed', async () => {
    const bench = await createBench({ tools: [askingTool(ask)] });
    const peer = await askablePeer(bench, 'a');

    expect(await peer.post('ask')).toBeNull();
    await answerTo(peer, filled('Ada'));

    expect(said(peer.pushed.at(-1) as never)).toBe('Ada');
    expect(bench.dispatcher.snapshot()).toMatchObject(AT_REST);
  });

  it('gets one answer, however often the tool asks', async () => {
    const bench = await createBench({
      tools: [askingTool(async (ctx) => `${await ask(ctx)} ${await ask(ctx)}`)],
    });
    const peer = await askablePeer(bench, 'a');
    await peer.post('ask');
    await answerTo(peer, filled('1'), requestsTo(peer)[0]);
    await answerTo(peer, filled('2'), requestsTo(peer)[1]);

    const answers = peer.pushed.filter((message) => !('method' in message));
    expect(answers.map((answer) => said(answer as never))).toEqual(['1 2']);
  });
});

describe('telemetry of a question on a connection', () => {
  it('says when it began and how it ended', async () => {
    const { bench, peer, call } = await askedOnConnection(ask);
    await answerTo(peer, filled('Ada'));
    await call.response;

    const told = bench.events.filter(({ type }) => type === 'parked' || type === 'settled');
    expect(told).toEqual([
      expect.objectContaining({ type: 'parked', name: 'ask' }),
      expect.objectContaining({ type: 'settled', end: 'answered', name: 'ask' }),
    ]);
  });
});
