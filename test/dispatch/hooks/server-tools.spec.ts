import type { Authorizer, McpHooks, RuntimeTool, ToolDescription } from 'nest-mcp';
import { allow } from 'nest-mcp';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { MODERN_REVISION } from '../../support/revisions.js';

const ERAS = ['2025-11-25', MODERN_REVISION] as const;
const AMOUNT = {
  type: 'object',
  properties: { amount: { type: 'number' } },
  required: ['amount'],
};
const TIGHT = { ...AMOUNT, properties: { amount: { type: 'number', maximum: 10 } } };

const pay: RuntimeTool = {
  name: 'pay',
  description: 'Pays',
  input: AMOUNT,
  handler: ({ amount }: never) => `paid ${String(amount)}`,
};
const look: RuntimeTool = { name: 'look', handler: () => 'looked' };
const only = (name: string) => (tools: readonly ToolDescription[]) =>
  tools.filter((tool) => tool.name === name);
const tighten = (tools: readonly ToolDescription[]) =>
  tools.map((tool) =>
    tool.name === 'pay' ? { ...tool, title: 'Small', inputSchema: TIGHT } : tool,
  );

type Ask = (method: string, params?: object) => Promise<any>;

describe.each(ERAS)('serverTools in %s', (version) => {
  const open = async (
    serverTools: McpHooks['serverTools'],
    more: { authorizer?: Authorizer; onInit?: McpHooks['onInit'] } = {},
  ) => {
    const { authorizer, onInit } = more;
    const bench = await createBench({
      hooks: { serverTools, onInit },
      tools: [pay, look],
      authorizer,
    });
    return { bench, wire: await MemoryWire.openOn(bench, version) };
  };
  const call = async (wire: MemoryWire, name: string, args: object = {}) =>
    (await wire.ask(1, 'tools/call', { name, arguments: args })).at(-1);
  /** A client that says who it is, in the way of its era. */
  const connectAs = async (bench: DispatcherBench, name: string): Promise<Ask> => {
    const wire = MemoryWire.connectOn(bench, version);
    const clientInfo = { name, version: '1' };
    const isModern = version === MODERN_REVISION;
    if (!isModern) {
      const params = { protocolVersion: version, capabilities: {}, clientInfo };
      await wire.request(0, 'initialize', params);
    }
    const _meta = isModern ? { 'io.modelcontextprotocol/clientInfo': clientInfo } : {};
    return async (method, params) => {
      const [answer] = await wire.ask(1, method, { ...params, _meta });
      return answer?.result;
    };
  };
  const listed = async (wire: MemoryWire) => {
    const [answer] = await wire.ask(1, 'tools/list');
    return answer?.result.tools as { name: string; [member: string]: unknown }[];
  };

  it('gets every tool, in order', async () => {
    const seen: unknown[] = [];
    const { wire } = await open((tools) => {
      seen.push(tools.map(({ name }) => name));
      return tools;
    });

    await listed(wire);

    expect(seen).toEqual([['look', 'pay']]);
  });

  it('leaves tools out of the list', async () => {
    const { wire } = await open(only('look'));

    expect((await listed(wire)).map(({ name }) => name)).toEqual(['look']);
  });

  it('makes a tool that it leaves out look like one that never was', async () => {
    const { wire } = await open(only('look'));

    const hidden = JSON.stringify(await call(wire, 'pay', { amount: 1 }));
    const unknown = JSON.stringify(await call(wire, 'none', { amount: 1 }));

    expect(hidden.replaceAll('pay', 'none')).toBe(unknown);
  });

  it('shows what it changed, and enforces it', async () => {
    const { wire } = await open(tighten);

    expect((await listed(wire))[1]).toMatchObject({ title: 'Small', inputSchema: TIGHT });
    expect((await call(wire, 'pay', { amount: 10 }))?.result.content[0].text).toBe('paid 10');
    expect((await call(wire, 'pay', { amount: 11 }))?.result.isError).toBe(true);
  });

  it('cannot loosen what the tool itself requires', async () => {
    const { wire } = await open((tools) =>
      tools.map((tool) => ({ ...tool, inputSchema: { type: 'object' } })),
    );

    expect((await call(wire, 'pay', { amount: 'ten' }))?.result.isError).toBe(true);
  });

  it('is told which tools run as tasks, and keeps one from it', async () => {
    const seen: unknown[] = [];
    const hooks: McpHooks = {
      serverTools: (tools) => {
        seen.push(tools.map(({ taskSupport }) => taskSupport));
        return tools.map(({ taskSupport: _taskSupport, ...tool }) => tool);
      },
    };
    const slow: RuntimeTool = { ...look, name: 'slow', task: 'required' };
    const bench = await createBench({ hooks, tools: [look, slow] });
    const wire = await MemoryWire.openOn(bench, version);

    expect((await listed(wire)).map(({ execution }) => execution)).toEqual([undefined, undefined]);
    expect(seen).toEqual([[undefined, 'required']]);
    // A client that knows of no tasks can call it now.
    expect((await call(wire, 'slow'))?.result.content[0].text).toBe('looked');
  });

  it('keeps a tool to it', async () => {
    const hooks: McpHooks = {
      serverTools: (tools) => tools.map((tool) => ({ ...tool, taskSupport: 'required' })),
    };
    const bench = await createBench({ hooks, tools: [{ ...look, task: 'optional' }] });
    const wire = await MemoryWire.openOn(bench, version);

    const [tool] = await listed(wire);

    expect(tool?.execution).toEqual(
      version === MODERN_REVISION ? undefined : { taskSupport: 'required' },
    );
    expect((await call(wire, 'look'))?.error.code).toBe(
      version === MODERN_REVISION ? -32021 : -32601,
    );
  });

  it('changes nothing for others', async () => {
    const { bench } = await open((tools, ctx) =>
      ctx.clientInfo?.name === 'narrow' ? tighten(only('pay')(tools)) : tools,
    );
    const narrow = await connectAs(bench, 'narrow');
    const other = await connectAs(bench, 'other');
    const payments = async (ask: Ask) =>
      (await ask('tools/call', { name: 'pay', arguments: { amount: 11 } })).isError ?? false;
    const titles = async (ask: Ask) =>
      (await ask('tools/list')).tools.map(({ title }: { title?: string }) => title);

    expect([await titles(narrow), await payments(narrow)]).toEqual([['Small'], true]);
    expect([await titles(other), await payments(other)]).toEqual([[undefined, undefined], false]);
    expect(bench.registry.tools.map(({ title }) => title)).toEqual([undefined, undefined]);
  });

  it('cannot change the tools it is given', async () => {
    const { wire, bench } = await open((tools) => {
      Object.assign(tools[0] as object, { title: 'x' });
      return tools;
    });

    const [answer] = await wire.ask(1, 'tools/list');

    expect(answer?.error.code).toBe(-32603);
    expect(bench.registry.tools[0]?.title).toBeUndefined();
  });

  it('sees what onInit wrote', async () => {
    const { wire } = await open((tools, ctx) => only(String(ctx.state.get('only')))(tools), {
      onInit: (_info, ctx) => ctx.state.set('only', 'pay'),
    });
    // The session began before the hook could see it; another one begins with it.
    const [tool] = await listed(wire);

    expect(tool?.name).toBe('pay');
  });

  it('lets the policy judge the tool as it is shown', async () => {
    const seen: unknown[] = [];
    const { wire } = await open(tighten, {
      authorizer: {
        authorize: ({ tool }) => {
          seen.push(tool?.title);
          return allow();
        },
      },
    });

    await call(wire, 'pay', { amount: 1 });

    expect(seen).toEqual(['Small']);
  });

  it('cannot make a sensitive tool look harmless', async () => {
    const bench = await createBench({
      hooks: { serverTools: (tools) => tools.map((tool) => ({ ...tool, annotations: {} })) },
      tools: [{ ...look, annotations: { sensitive: true } }],
    });
    const wire = await MemoryWire.openOn(bench, version);

    expect((await call(wire, 'look'))?.result.content[0].text).toContain(
      'sensitive_tool_unguarded',
    );
  });

  it('pages what is left', async () => {
    const bench = await createBench({
      hooks: { serverTools: (tools) => tools.filter(({ name }) => name !== 'b') },
      tools: ['a', 'b', 'c'].map((name) => ({ ...look, name })),
      limits: { pageSize: 1 },
    });
    const wire = await MemoryWire.openOn(bench, version);

    const [first] = await wire.ask(1, 'tools/list');
    const [second] = await wire.ask(2, 'tools/list', { cursor: first?.result.nextCursor });

    expect([first, second].map((page) => page?.result.tools[0].name)).toEqual(['a', 'c']);
    expect(second?.result.nextCursor).toBeUndefined();
  });

  it.each([
    ['nothing', undefined],
    ['a tool that does not exist', [{ name: 'new', inputSchema: { type: 'object' } }]],
    ['something that is no tool', [7]],
  ])('that returns %s fails the request', async (_what, value) => {
    const { wire, bench } = await open(() => value as never);

    expect((await wire.ask(1, 'tools/list'))[0]?.error.code).toBe(-32603);
    expect((await call(wire, 'look'))?.result.isError).toBe(true);
    expect(bench.logger.lines.join('\n')).toContain('hooks.serverTools returns');
  });

  it('that throws fails the request and runs nothing', async () => {
    const { wire } = await open(() => {
      throw new Error('secret');
    });

    const answer = await call(wire, 'look');

    expect(answer?.result.isError).toBe(true);
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  it('hides the arguments of a tool from completion', async () => {
    const bench = await createBench({
      hooks: { serverTools: only('look') },
      tools: [{ ...pay, complete: { amount: () => ['1'] } } as RuntimeTool, look],
    });
    const wire = await MemoryWire.openOn(bench, version);
    const argument = { name: 'amount', value: '' };

    const [hidden] = await wire.ask(1, 'completion/complete', {
      ref: { type: 'ref/tool', name: 'pay' },
      argument,
    });

    expect(hidden?.error.code).toBe(-32602);
  });
});
