import { Module } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { RegisterOptions, RuntimeTool } from 'nest-mcp';
import { allowAll, McpDispatcher, McpRegistry } from 'nest-mcp';
import { bootContext } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';
import { refusal, said } from '../../support/direct-peer.js';

const UNGUARDED = refusal('agent.reset', 'deny', 'sensitive_tool_unguarded');

let runs = 0;

const sensitive: RuntimeTool = {
  name: 'agent.reset',
  annotations: { destructiveHint: true },
  handler: () => {
    runs++;
    return 'reset';
  },
};

beforeEach(() => {
  runs = 0;
});

/** Registers the tool before anything starts, as a provider with a live source does. */
const registering = (tool: RuntimeTool, options?: RegisterOptions) => ({
  providers: [
    {
      provide: 'source',
      inject: [McpRegistry],
      useFactory: (registry: McpRegistry) => registry.registerTools([tool], options),
    },
  ],
});

const call = (dispatcher: McpDispatcher) =>
  dispatcher
    .handleMessage({ id: 1, method: 'tools/call', params: { name: 'agent.reset' } })
    .then(said);

describe('a sensitive tool without a policy', () => {
  it('that is there from the start keeps the application from booting, and is named', async () => {
    expect(await bootError(registering(sensitive))).toContain('agent.reset');
  });

  it('that comes after the start is denied, and never runs', async () => {
    const app = await bootContext({});
    await app.get(McpRegistry).registerTools([sensitive]);

    expect(await call(app.get(McpDispatcher))).toBe(UNGUARDED);
    expect(runs).toBe(0);
    await app.close();
  });

  it('that a lazily loaded module brings is denied, and never runs', async () => {
    @Module(registering(sensitive))
    class LateModule {}
    const app = await bootContext({});
    await app.get(LazyModuleLoader).load(() => LateModule);

    expect(await call(app.get(McpDispatcher))).toBe(UNGUARDED);
    expect(runs).toBe(0);
    await app.close();
  });

  it('that follows a live source lets the application boot, and is denied', async () => {
    const app = await bootContext(registering(sensitive, { derived: true }));

    expect(await call(app.get(McpDispatcher))).toBe(UNGUARDED);
    expect(runs).toBe(0);
    await app.close();
  });

  it('that only claims to follow a live source keeps the application from booting', async () => {
    const spoofed = { ...sensitive, derived: true } as RuntimeTool;

    expect(await bootError(registering(spoofed))).toContain('agent.reset');
  });

  it('that follows a live source lets the application boot again while the source lives', async () => {
    for (let boot = 0; boot < 2; boot++) {
      const app = await bootContext(registering(sensitive, { derived: true }));
      expect(await call(app.get(McpDispatcher))).toBe(UNGUARDED);
      await app.close();
    }
    expect(runs).toBe(0);
  });
});

describe('a sensitive tool with a policy', () => {
  it('boots and runs when the policy allows it', async () => {
    const app = await bootContext(registering(sensitive), { authorizer: allowAll() });

    expect(await call(app.get(McpDispatcher))).toBe('reset');
    await app.close();
  });
});
