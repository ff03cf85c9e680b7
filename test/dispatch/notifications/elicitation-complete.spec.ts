import { randomUUID } from 'node:crypto';
import type { McpContext, McpHooks } from 'nest-mcp';
import { answerTo, noticesTo, requestsTo } from '../../support/asking-peer.js';
import { askingTool } from '../../support/asking-tool.js';
import { EVERYTHING } from '../../support/conversation.js';
import { DirectPeer, said } from '../../support/direct-peer.js';
import type { BenchOptions } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { settled } from '../../support/settled.js';

const COMPLETE = (elicitationId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/elicitation/complete',
  params: { elicitationId },
});
const ACCEPTED = { result: { action: 'accept' } };

/** Two peers of a server whose tool sends a person to a page; the first one has called it. */
async function setUp(options: BenchOptions = {}) {
  const id = randomUUID();
  const pay = async (ctx: McpContext) => {
    const url = `https://shop.example/pay?payment=${id}`;
    const { action, ...rest } = await ctx.elicitUrl({ message: 'Pay', url, id });
    return JSON.stringify({ action, rest });
  };
  const bench = await createBench({ tools: [askingTool(pay)], ...options });
  const [payer, other] = [new DirectPeer(bench, 'payer'), new DirectPeer(bench, 'other')];
  for (const peer of [payer, other]) {
    peer.listen();
    await peer.initialize(EVERYTHING);
  }
  const call = payer.call('ask');
  await settled();
  return { bench, id, payer, other, call };
}

describe('an elicitation with an address', () => {
  it('is sent with the id of its author', async () => {
    const { id, payer } = await setUp();

    expect(requestsTo(payer)).toMatchObject([
      { params: { mode: 'url', elicitationId: id, url: expect.stringContaining(id) } },
    ]);
  });

  it('is completed before its answer came, for the client that was asked and no other', async () => {
    const { bench, id, payer, other, call } = await setUp();

    expect([bench.bus.elicitationComplete(id), bench.bus.elicitationComplete(id)]).toEqual([
      true,
      false,
    ]);
    expect([noticesTo(payer), noticesTo(other)]).toEqual([[COMPLETE(id)], []]);
    await answerTo(payer, ACCEPTED);
    expect(said(await call.response)).toBe('{"action":"accept","rest":{}}');
  });

  it('is completed after its answer came and the call is over', async () => {
    const { bench, id, payer, other, call } = await setUp();
    await answerTo(payer, ACCEPTED);
    await call.response;

    expect(bench.bus.elicitationComplete(id)).toBe(true);
    expect([noticesTo(payer), noticesTo(other)]).toEqual([[COMPLETE(id)], []]);
  });

  it('gives nothing but what the person did, whatever the client puts beside it', async () => {
    const { payer, call } = await setUp();
    await answerTo(payer, { result: { action: 'accept', content: { card: '4711' } } });

    expect(said(await call.response)).toBe('{"action":"accept","rest":{}}');
  });

  it.each([
    ['declined', { result: { action: 'decline' } }],
    ['put away', { result: { action: 'cancel' } }],
    ['refused by the client', { error: { code: 1, message: 'no' } }],
    ['answered with nonsense', { result: { action: 'perhaps' } }],
  ])('that was %s is not completed', async (_how, answer) => {
    const { bench, id, payer, call } = await setUp();
    await answerTo(payer, answer);
    await call.response;

    expect(bench.bus.elicitationComplete(id)).toBe(false);
    expect(noticesTo(payer)).toEqual([]);
  });

  it('that nobody answered in time, or whose call was cancelled, is not completed', async () => {
    const late = await setUp();
    late.bench.clock.advance(late.bench.limits.elicitationTimeoutMs);
    await late.call.response;
    const cancelled = await setUp();
    cancelled.call.cancel();
    await settled();

    expect(late.bench.bus.elicitationComplete(late.id)).toBe(false);
    expect(cancelled.bench.bus.elicitationComplete(cancelled.id)).toBe(false);
  });

  it('of a session that is over is not completed', async () => {
    const { bench, id, payer, call } = await setUp();
    await answerTo(payer, ACCEPTED);
    await call.response;
    payer.leave();

    expect(bench.bus.elicitationComplete(id)).toBe(false);
  });

  it('is forgotten past maxUrlElicitations of its session, the oldest first', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const next = [...ids];
    const pay = async (ctx: McpContext) => {
      const id = next.shift();
      return ctx.elicitUrl({ message: 'Pay', url: `https://shop.example/${id}`, id });
    };
    const limits = { maxUrlElicitations: 2 };
    const bench = await createBench({ tools: [askingTool(pay)], limits });
    const payer = new DirectPeer(bench, 'payer');
    payer.listen();
    await payer.initialize(EVERYTHING);
    for (const _ of ids) payer.call('ask');
    await settled();

    expect(ids.map((id) => bench.bus.elicitationComplete(id))).toEqual([false, true, true]);
  });

  it('is forgotten after urlElicitationTtlMs', async () => {
    const { bench, id, payer, call } = await setUp({ limits: { urlElicitationTtlMs: 5_000 } });
    await answerTo(payer, ACCEPTED);
    await call.response;
    bench.clock.advance(5_000);

    expect(bench.bus.elicitationComplete(id)).toBe(false);
  });

  it('is completed by a hook of its own session, and by that of no other', async () => {
    const completed: unknown[] = [];
    const hooks: McpHooks = {
      onCall: (id, ctx) => ctx.elicitationComplete(id as string),
    };
    const { bench, id, payer, call } = await setUp({ hooks });
    await answerTo(payer, ACCEPTED);
    await call.response;
    const [own, foreign] = bench.dispatcher.sessions.list();
    for (const session of [foreign, own, own]) completed.push(await session?.call(id));

    expect(completed).toEqual([false, true, false]);
    expect(noticesTo(payer)).toEqual([COMPLETE(id)]);
  });

  it('is completed by a tool of its own session, and by that of no other', async () => {
    const check = {
      name: 'check',
      input: { type: 'object', properties: { id: { type: 'string' } } },
      handler: ({ id }: { id: string }, ctx: McpContext) => String(ctx.elicitationComplete(id)),
    };
    const { bench, id, payer, other, call } = await setUp();
    await bench.register([check]);
    await answerTo(payer, ACCEPTED);
    await call.response;

    expect(said(await other.call('check', { id }).response)).toBe('false');
    expect(said(await payer.call('check', { id }).response)).toBe('true');
  });

  it('cannot have an id that can be guessed, and nothing is sent then', async () => {
    const pay = (ctx: McpContext) =>
      ctx.elicitUrl({ message: 'Pay', url: 'https://shop.example', id: 'order-4711' });
    const { payer } = await setUp({ tools: [askingTool(pay)] });

    expect(requestsTo(payer)).toEqual([]);
  });

  it.each([
    ['{}, which is forms only', {}],
    ['forms only', { form: {} }],
  ])('is not for a client that declared %s', async (_what, elicitation) => {
    const { bench, id } = await setUp();
    const peer = new DirectPeer(bench, 'forms');
    peer.listen();
    await peer.initialize({ elicitation });
    bench.bus.elicitationComplete(id);

    expect(said(await peer.call('ask').response)).toContain('does not support elicitation.url');
    expect(peer.pushed).toEqual([]);
  });

  it('is for a client that declared addresses only', async () => {
    const { bench, id } = await setUp();
    bench.bus.elicitationComplete(id);
    const peer = new DirectPeer(bench, 'addresses');
    peer.listen();
    await peer.initialize({ elicitation: { url: {} } });
    peer.call('ask');
    await settled();

    expect(requestsTo(peer)).toHaveLength(1);
  });

  it('of 2026-07-28 has no id, and is completed for nobody', async () => {
    const { bench, id, payer } = await setUp();
    payer.leave();
    await settled();
    const wire = await MemoryWire.openOn(bench, '2026-07-28');
    const capabilities = {
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } },
    };
    const [answer] = await wire.ask(1, 'tools/call', { name: 'ask', _meta: capabilities });
    const [question] = Object.values(answer?.result.inputRequests as object) as [any];

    expect(question.params).toEqual({
      mode: 'url',
      message: 'Pay',
      url: expect.stringContaining(id),
    });
    expect(bench.bus.elicitationComplete(id)).toBe(false);
  });
});
