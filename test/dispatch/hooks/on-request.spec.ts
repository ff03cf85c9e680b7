import type { Authorizer, HookMessage, McpContext, McpHooks, RuntimeTool } from 'nest-mcp';
import { allow, ask, deny, McpException, NO_REPLY } from 'nest-mcp';
import { createBench } from '../../support/dispatcher-bench.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { MODERN_REVISION } from '../../support/revisions.js';
import { settled } from '../../support/settled.js';

const ERAS = ['2025-11-25', MODERN_REVISION] as const;

async function setUp(onRequest: McpHooks['onRequest'], authorizer?: Authorizer) {
  const runs: string[] = [];
  const tool: RuntimeTool = { name: 'pay', handler: () => void runs.push('tool') };
  const bench = await createBench({ hooks: { onRequest }, tools: [tool], authorizer });
  return { bench, runs };
}

describe.each(ERAS)('onRequest in %s', (version) => {
  const open = async (onRequest: McpHooks['onRequest'], authorizer?: Authorizer) => {
    const { bench, runs } = await setUp(onRequest, authorizer);
    return { bench, runs, wire: await MemoryWire.openOn(bench, version) };
  };

  it('may answer in place of the server', async () => {
    const { wire } = await open(({ method }) =>
      method === 'prompts/list' ? { prompts: [{ name: 'mine' }] } : undefined,
    );

    const [answer] = await wire.ask(1, 'prompts/list');
    const [other] = await wire.ask(2, 'resources/list');

    expect(answer?.result.prompts).toEqual([{ name: 'mine' }]);
    expect(other?.result.resources).toEqual([]);
  });

  it('sees method and params', async () => {
    const seen: HookMessage[] = [];
    const { wire } = await open((request) => {
      seen.push(request);
      return undefined;
    });

    await wire.request(1, 'tools/call', { name: 'pay', arguments: { a: 1 } });

    expect(seen).toMatchObject([
      { method: 'tools/call', params: { name: 'pay', arguments: { a: 1 } } },
    ]);
  });

  it('serves methods nobody else knows', async () => {
    const { wire } = await open(({ method }) =>
      method === 'shop/stock' ? { left: 3 } : undefined,
    );

    const [answer] = await wire.ask(1, 'shop/stock');
    const [unknown] = await wire.ask(2, 'shop/other');

    expect(answer?.result).toMatchObject({ left: 3 });
    expect(unknown?.error.code).toBe(-32601);
  });

  it('may throw an error of its own', async () => {
    const { wire } = await open(() => {
      throw new McpException(1409, 'conflict');
    });

    const [answer] = await wire.ask(1, 'shop/stock');

    expect(answer?.error).toEqual({ code: 1409, message: 'conflict' });
  });

  it('may answer with nothing, which telemetry tells from a result', async () => {
    const { wire, bench } = await open(() => NO_REPLY);

    expect(await wire.ask(1, 'shop/stock')).toEqual([]);
    expect(await wire.ask(2, 'tools/call', { name: 'pay' })).toEqual([]);
    const ends = bench.events.filter(
      (event) => event.type === 'request_ended' && event.method !== 'initialize',
    );
    expect(ends).toMatchObject([{ outcome: 'no_reply' }, { outcome: 'no_reply' }]);
  });

  it.each([[1], ['text'], [null], [[]]])('may not answer with %j', async (value) => {
    const { wire, bench } = await open(() => value as never);

    const [answer] = await wire.ask(1, 'shop/stock');

    expect(answer?.error.code).toBe(-32603);
    expect(bench.logger.lines.join('\n')).toContain('hooks.onRequest returned');
  });

  it.each([
    ['prompts/list', { prompts: ['x'.repeat(2_000)] }],
    ['shop/stock', { left: 'x'.repeat(2_000) }],
    ['tools/call', { content: [{ type: 'text', text: 'x'.repeat(2_000) }] }],
  ])('may not answer %s with more than a result may have', async (method, result) => {
    const bench = await createBench({
      hooks: { onRequest: () => result },
      limits: { maxResultBytes: 1_000 },
    });
    const wire = await MemoryWire.openOn(bench, version);

    const [answer] = await wire.ask(1, method, { name: 'pay' });

    const failure = JSON.stringify(answer?.error?.data ?? answer?.result);
    expect(failure).toContain('result_too_large');
    expect(failure).not.toContain('xxxx');
  });

  it.each(version === MODERN_REVISION ? ['server/discover'] : ['ping', 'initialize'])(
    'is not asked about %s',
    async (method) => {
      const { wire } = await open(() => ({ mine: true }));

      const [answer] = await wire.ask(1, method, { protocolVersion: version, capabilities: {} });

      expect(answer?.result).not.toHaveProperty('mine');
    },
  );

  it('does not bring back methods that the era does not have', async () => {
    const { wire } = await open(() => ({ mine: true }));
    const gone = version === MODERN_REVISION ? 'ping' : 'server/discover';

    expect((await wire.ask(1, gone))[0]?.error.code).toBe(-32601);
  });

  it.each(['shop/stock', 'prompts/list', 'tools/call'])(
    'is given up when its client cancels %s, which is not answered',
    async (method) => {
      const signals: AbortSignal[] = [];
      const { wire, bench } = await open((_request, { signal }) => {
        signals.push(signal);
        return new Promise<never>(() => undefined);
      });
      const running = wire.request(7, method, { name: 'pay' });
      await settled();

      await wire.cancel(7, 'changed my mind');
      await running;

      expect(wire.received).toEqual([]);
      expect(signals.map(({ reason }) => String(reason))).toEqual([
        expect.stringContaining('changed my mind'),
      ]);
      expect(bench.dispatcher.snapshot()).toMatchObject({ pending: 0, inFlight: 0 });
    },
  );

  it('comes after the policy of reads', async () => {
    const { wire } = await open(() => ({ mine: true }), {
      authorize: allow,
      authorizeRead: ({ method }) => (method === 'shop/stock' ? deny('no') : allow()),
    });

    const [denied] = await wire.ask(1, 'shop/stock');
    const [allowed] = await wire.ask(2, 'shop/other');

    expect(denied?.error.message).toContain('authorization_required');
    expect(allowed?.result).toMatchObject({ mine: true });
  });

  it('comes after the policy of tools, and in place of look-up and tool', async () => {
    const { wire, runs } = await open(() => ({ content: [{ type: 'text', text: 'mine' }] }), {
      authorize: ({ name }) => (name === 'forbidden' ? deny('no') : allow()),
    });

    const [taken] = await wire.ask(1, 'tools/call', { name: 'pay' });
    const [unknown] = await wire.ask(2, 'tools/call', { name: 'no_such_tool' });
    const [denied] = await wire.ask(3, 'tools/call', { name: 'forbidden' });

    expect([taken, unknown].map((answer) => answer?.result.content[0].text)).toEqual([
      'mine',
      'mine',
    ]);
    expect(denied?.result.isError).toBe(true);
    expect(runs).toEqual([]);
  });

  it('keeps what it wrote to the state, also where it leaves the request to the server', async () => {
    const states: unknown[] = [];
    const { wire } = await open(({ method }, ctx) => {
      states.push(ctx.state.toObject());
      ctx.state.set(method, true);
      return method === 'shop/stock' ? {} : undefined;
    });

    await wire.request(1, 'tools/list');
    await wire.request(2, 'shop/stock');
    await wire.request(3, 'tools/list');

    expect(states.at(-1)).toEqual(
      version === MODERN_REVISION ? {} : { 'tools/list': true, 'shop/stock': true },
    );
  });
});

describe('onRequest never comes before the policy of tools', () => {
  const taken = { content: [{ type: 'text', text: 'mine' }] };
  const refused = (text: string) => expect.stringContaining(text);

  it.each(ERAS)('for a tool that it refuses, in %s', async (version) => {
    const seen: string[] = [];
    const onRequest = ({ method }: HookMessage) => {
      seen.push(method);
      return taken;
    };
    const { bench } = await setUp(onRequest, { authorize: () => deny('no') });
    const wire = await MemoryWire.openOn(bench, version);

    const [answer] = await wire.ask(1, 'tools/call', { name: 'pay' });

    expect(answer?.result.content[0].text).toEqual(refused('authorization_required'));
    expect(seen).toEqual([]);
  });

  it.each(ERAS)('for a policy that fails or hangs, in %s', async (version) => {
    const seen: string[] = [];
    let isHanging = false;
    const { bench } = await setUp(({ method }) => void seen.push(method), {
      authorize: () => {
        if (!isHanging) throw new Error('broken');
        return new Promise<never>(() => undefined);
      },
    });
    const wire = await MemoryWire.openOn(bench, version);

    await wire.request(1, 'tools/call', { name: 'pay' });
    isHanging = true;
    const running = wire.request(2, 'tools/call', { name: 'pay' });
    bench.clock.advance(bench.limits.callbackTimeoutMs);
    await running;

    expect(wire.received.map(({ result }) => result.isError as boolean)).toEqual([true, true]);
    expect(seen).toEqual([]);
  });

  it.each(ERAS)('for a sensitive tool that nobody guards, in %s', async (version) => {
    const seen: string[] = [];
    const bench = await createBench({
      hooks: {
        onRequest: ({ method }) => {
          seen.push(method);
          return taken;
        },
      },
      tools: [{ name: 'wipe', annotations: { sensitive: true }, handler: () => 'wiped' }],
    });
    const wire = await MemoryWire.openOn(bench, version);

    const [answer] = await wire.ask(1, 'tools/call', { name: 'wipe' });

    expect(answer?.result.content[0].text).toEqual(refused('sensitive_tool_unguarded'));
    expect(seen).toEqual([]);
  });

  it.each([
    ['approves', { action: 'accept', content: { approve: true } }, 'mine', 1],
    ['declines', { action: 'decline' }, 'authorization_required', 0],
  ])('where a person %s, on a connection', async (_how, answer, text, times) => {
    const seen: string[] = [];
    const { bench, runs } = await setUp(
      ({ method }) => {
        if (method !== 'tools/call') return undefined;
        seen.push(method);
        return taken;
      },
      { authorize: () => ask('Sure?') },
    );
    const wire = MemoryWire.connectOn(bench, '2025-11-25');
    const capabilities = { elicitation: {} };
    await wire.request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities });
    const running = wire.request(2, 'tools/call', { name: 'pay' });
    await settled();
    expect(seen).toEqual([]);
    await wire.send({ jsonrpc: '2.0', id: wire.received.at(-1)?.id, result: answer });
    await running;

    expect(wire.received.at(-1)?.result.content[0].text).toEqual(refused(text));
    expect([seen.length, runs]).toEqual([times, []]);
  });

  it('where nobody can be asked', async () => {
    const seen: string[] = [];
    const { bench } = await setUp(({ method }) => void seen.push(method), {
      authorize: () => ask('Sure?'),
    });
    const wire = await MemoryWire.openOn(bench, '2025-11-25');

    const [answer] = await wire.ask(1, 'tools/call', { name: 'pay' });

    expect(answer?.result.content[0].text).toEqual(refused('authorization_required'));
    expect(seen).toEqual([]);
  });

  it('and leaves a call that was approved to its tool', async () => {
    const { bench, runs } = await setUp(() => undefined, { authorize: () => ask('Sure?') });
    const wire = MemoryWire.connectOn(bench, '2025-11-25');
    const capabilities = { elicitation: {} };
    await wire.request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities });
    const running = wire.request(2, 'tools/call', { name: 'pay' });
    await settled();
    const result = { action: 'accept', content: { approve: true } };
    await wire.send({ jsonrpc: '2.0', id: wire.received.at(-1)?.id, result });
    await running;

    expect(runs).toEqual(['tool']);
  });
});

describe('onRequest and a question', () => {
  const elicitation = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };

  it('of the policy: comes when the person has approved', async () => {
    const seen: string[] = [];
    const { bench } = await setUp(
      ({ method }) => {
        seen.push(method);
        return { content: [{ type: 'text', text: 'mine' }] };
      },
      { authorize: () => ask('Sure?') },
    );
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);
    const params = { name: 'unknown_tool', _meta: elicitation };

    const [first] = await wire.ask(1, 'tools/call', params);
    expect(seen).toEqual([]);
    const { requestState, inputRequests } = (first?.result ?? {}) as Record<string, any>;
    const [key] = Object.keys(inputRequests as object);
    const inputResponses = { [key as string]: { action: 'accept', content: { approve: true } } };
    const [second] = await wire.ask(2, 'tools/call', { ...params, requestState, inputResponses });

    expect(seen).toEqual(['tools/call']);
    expect(second?.result.content[0].text).toBe('mine');
  });

  it('of its own: is run again with the answer', async () => {
    const { bench } = await setUp(async (_request, ctx: McpContext) => {
      const answer = await ctx.elicit('Name?', {
        type: 'object',
        properties: { name: { type: 'string' } },
      });
      return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
    });
    const wire = await MemoryWire.openOn(bench, MODERN_REVISION);
    const params = { name: 'pay', _meta: elicitation };

    const [first] = await wire.ask(1, 'tools/call', params);
    const { requestState, inputRequests } = (first?.result ?? {}) as Record<string, any>;
    const [key] = Object.keys(inputRequests as object);
    const inputResponses = { [key as string]: { action: 'accept', content: { name: 'Ann' } } };
    const [second] = await wire.ask(2, 'tools/call', { ...params, requestState, inputResponses });

    expect(second?.result.content[0].text).toContain('Ann');
  });
});
