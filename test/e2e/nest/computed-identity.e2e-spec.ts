import { Injectable } from '@nestjs/common';
import type { McpHooks } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';

@Injectable()
class Release {
  readonly version = '7.1.0';
}

@Injectable()
class ShopHooks implements McpHooks {
  constructor(private readonly release: Release) {}

  async serverInfo() {
    return { version: this.release.version, title: 'Computed' };
  }

  serverCapabilities() {
    return { prompts: false, tools: { listChanged: false } } as const;
  }

  supportedProtocolVersions() {
    return ['2025-11-25', '2026-07-28'];
  }
}

describe('what a hook computes of the server', () => {
  it('wins over the options, in both eras', async () => {
    const app = await bootContext(
      { providers: [Release, ShopHooks] },
      { version: '1.0.0', description: 'A shop', hooks: ShopHooks },
    );

    const legacy = await McpTestClient.inMemory(app, { protocolVersion: '2025-11-25' });
    const modern = await McpTestClient.inMemory(app, { protocolVersion: '2026-07-28' });
    const discovered = await modern.request<Record<string, unknown>>('server/discover');

    const params = { protocolVersion: '2025-11-25', capabilities: {} };
    expect(await legacy.request('initialize', params)).toMatchObject({
      serverInfo: { version: '7.1.0', title: 'Computed', description: 'A shop' },
      capabilities: { tools: {} },
    });
    expect(discovered).toMatchObject({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      _meta: {
        'io.modelcontextprotocol/serverInfo': {
          version: '7.1.0',
          title: 'Computed',
          description: 'A shop',
        },
      },
    });
    expect(discovered.capabilities).not.toHaveProperty('prompts');
    await expect(legacy.request('prompts/list')).rejects.toThrow('-32601');
    await app.close();
  });

  it('leaves the options where it computes nothing', async () => {
    const hooks = { serverInfo: () => ({ version: undefined, title: 'Computed' }) };
    const app = await bootContext({}, { version: '1.0.0', hooks });
    const client = await McpTestClient.inMemory(app, { protocolVersion: '2025-11-25' });

    const params = { protocolVersion: '2025-11-25', capabilities: {} };
    expect(await client.request('initialize', params)).toMatchObject({
      serverInfo: { version: '1.0.0', title: 'Computed' },
    });
    await app.close();
  });

  it('narrows the revisions that are served', async () => {
    const app = await bootContext({ providers: [Release, ShopHooks] }, { hooks: ShopHooks });
    const legacy = await McpTestClient.inMemory(app, { protocolVersion: '2025-11-25' });

    await expect(McpTestClient.inMemory(app, { protocolVersion: '2025-06-18' })).rejects.toThrow(
      '2025-06-18',
    );
    await legacy.close();
    await app.close();
  });

  it.each([
    [{ serverInfo: () => ({ nmae: 'x' }) as never }, /hooks\.serverInfo\(\)\.nmae does not exist/],
    [{ serverInfo: () => null as never }, /hooks\.serverInfo\(\) must be an object/],
    [{ serverInfo: () => 'shop' as never }, /hooks\.serverInfo\(\) must be an object/],
    [{ serverCapabilities: () => null as never }, /hooks\.serverCapabilities\(\) must be/],
    [
      { supportedProtocolVersions: () => null as never },
      /hooks\.supportedProtocolVersions\(\) must/,
    ],
    [
      { supportedProtocolVersions: () => '2025-11-25' as never },
      /hooks\.supportedProtocolVersions\(\) must be a list of strings/,
    ],
    [{ serverInfo: () => ({ icons: [{ src: 'x' }] }) }, /hooks\.serverInfo\(\).*icons\[0\]\.src/],
    [
      { serverCapabilities: () => ({ tolls: false }) as never },
      /hooks\.serverCapabilities\(\)\.tolls/,
    ],
    [{ supportedProtocolVersions: () => [] }, /hooks\.supportedProtocolVersions is empty/],
    [{ supportedProtocolVersions: () => ['2020-01-01'] }, /names "2020-01-01"/],
  ] as const)('is checked like options: %j', async (hooks, message) => {
    expect(await bootError({}, { hooks: hooks as McpHooks })).toMatch(message);
  });

  it('is not taken from a class that no module provides', async () => {
    expect(await bootError({}, { hooks: ShopHooks })).toMatch(/hooks/);
  });
});
