import { Injectable, Module } from '@nestjs/common';
import type { OnModuleInit, Provider } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import { allowAll, allow, McpRegistry, McpTool } from 'nest-mcp';
import type { RegisterOptions, RuntimeTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';
import { CountedTool } from '../../support/counted-tool.js';
import { DirectPeer, refusal, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { resultText } from '../../support/result-text.js';

@Injectable()
class Vault {
  @McpTool({ annotations: { destructiveHint: true } })
  wipe(): string {
    return 'wiped';
  }

  @McpTool({ name: 'agent.reset', annotations: { sensitive: true, readOnlyHint: true } })
  reset(): string {
    return 'reset';
  }

  @McpTool({ annotations: { destructiveHint: false, readOnlyHint: true } })
  look(): string {
    return 'seen';
  }
}

@Injectable()
class Window {
  @McpTool({ annotations: { readOnlyHint: true } })
  look(): string {
    return 'seen';
  }
}

const unguarded = (name: string): string => refusal(name, 'deny', 'sensitive_tool_unguarded');

const WIPE = () => new CountedTool('wipe', { destructiveHint: true });

/** Registers a tool while the application is put together. */
const registering = (tool: RuntimeTool, options?: RegisterOptions): Provider => ({
  provide: 'registration',
  inject: [McpRegistry],
  useFactory: (registry: McpRegistry) => registry.registerTools([tool], options),
});

describe('an application with sensitive tools and no authorizer', () => {
  it('refuses to boot, naming every such tool and the way out', async () => {
    const message = await bootError({ providers: [Vault] });

    expect(message).toContain('agent.reset (Vault.reset), wipe (Vault.wipe)');
    expect(message).not.toContain('look');
    expect(message).toContain('allowAll()');
  });

  it('boots when it says that everybody may call them', async () => {
    const app = await bootContext({ providers: [Vault] }, { authorizer: allowAll() });
    const client = await McpTestClient.inMemory(app);

    expect(resultText(await client.callTool('wipe'))).toBe('wiped');
    await app.close();
  });

  it('boots with any other authorizer', async () => {
    const boot = bootContext({ providers: [Vault] }, { authorizer: { authorize: allow } });

    await expect(boot.then((app) => app.close())).resolves.toBeUndefined();
  });

  it('refuses to boot when one was registered before the check, whatever it says of itself', async () => {
    const tool = { ...WIPE(), name: 'live.wipe', derived: true };

    expect(await bootError({ providers: [registering(tool)] })).toContain('live.wipe');
  });

  it('boots with one that was registered as derived from a live source, and denies it', async () => {
    const tool = WIPE();
    const app = await bootContext({ providers: [registering(tool, { derived: true })] });
    const client = await McpTestClient.inMemory(app);

    expect(resultText(await client.callTool('wipe'))).toBe(unguarded('wipe'));
    expect(tool.runs).toBe(0);
    await app.close();
  });

  it('boots without sensitive tools', async () => {
    const boot = bootContext({ providers: [Window] });

    await expect(boot.then((app) => app.close())).resolves.toBeUndefined();
  });

  it('denies one that a lazily loaded module registers', async () => {
    const tool = WIPE();
    @Injectable()
    class Late implements OnModuleInit {
      constructor(private readonly registry: McpRegistry) {}

      onModuleInit(): Promise<void> {
        return this.registry.registerTools([tool]);
      }
    }
    @Module({ providers: [Late] })
    class LateModule {}
    const app = await bootContext({ providers: [Window] });
    const ref = await app.get(LazyModuleLoader).load(() => LateModule);
    await ref.get(Late).onModuleInit();
    const client = await McpTestClient.inMemory(app);

    expect(resultText(await client.callTool('wipe'))).toBe(unguarded('wipe'));
    expect(tool.runs).toBe(0);
    await app.close();
  });
});

describe('a sensitive tool without an authorizer', () => {
  it.each([[{}], [{ derived: true }]])(
    'registered while the server runs (%j) is denied and never runs',
    async (options) => {
      const [bench, tool] = [await createBench(), WIPE()];
      await bench.register([tool], options);

      expect(said(await new DirectPeer(bench, 'a').call('wipe').response)).toBe(unguarded('wipe'));
      expect(tool.runs).toBe(0);
    },
  );

  it('is listed, as no policy hides anything', async () => {
    const bench = await createBench();
    await bench.register([WIPE()]);

    expect(await new DirectPeer(bench, 'a').ask('tools/list')).toMatchObject({
      result: { tools: [{ name: 'wipe' }] },
    });
  });

  it('is told to telemetry as a denial', async () => {
    const bench = await createBench();
    await bench.register([WIPE()]);
    await new DirectPeer(bench, 'a').call('wipe').response;

    expect(bench.events).toContainEqual(
      expect.objectContaining({ type: 'decided', decision: 'deny', name: 'wipe' }),
    );
  });

  it.each([
    [{ destructiveHint: true }, 0],
    [{ sensitive: true }, 0],
    [{ destructiveHint: true, readOnlyHint: true }, 0],
    [{ destructiveHint: false, sensitive: true }, 0],
    [{ destructiveHint: true, sensitive: false }, 0],
    [{ destructiveHint: false }, 1],
    [{ readOnlyHint: true }, 1],
    [{ readOnlyHint: false }, 1],
    [{}, 1],
    [undefined, 1],
  ])('is one with the annotations %j: it runs %i times', async (annotations, runs) => {
    const [bench, tool] = [await createBench(), new CountedTool('it', annotations)];
    await bench.register([tool]);
    await new DirectPeer(bench, 'a').call('it').response;

    expect(tool.runs).toBe(runs);
  });
});
