import type { TestingModule } from '@nestjs/testing';
import { Injectable } from '@nestjs/common';
import type { McpModuleOptions } from 'nest-mcp';
import { McpContext, McpTool } from 'nest-mcp';
import { bootContext } from '../../support/boot-app.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { LEGACY_REVISIONS, MODERN_REVISION } from '../../support/revisions.js';
import { ENVELOPE } from '../../support/wire-messages.js';

@Injectable()
class Mirror {
  @McpTool()
  whoami({ protocolVersion, clientInfo, clientCapabilities }: McpContext): object {
    return { protocolVersion, clientInfo, clientCapabilities };
  }
}

describe('the handshake', () => {
  let app: TestingModule;
  let wire: MemoryWire;

  async function boot(mcp?: Partial<McpModuleOptions>): Promise<void> {
    app = await bootContext({ providers: [Mirror] }, mcp);
    wire = await MemoryWire.open(app, MODERN_REVISION);
  }

  afterEach(() => app.close());

  /** Sends messages of the handshake era over a link that has sent nothing before. */
  async function send(method: string, params: object = {}) {
    await wire.send({ jsonrpc: '2.0', id: 1, method, params });
    return wire.received.at(-1)!;
  }

  const initialize = (protocolVersion: unknown, rest: object = {}) =>
    send('initialize', { protocolVersion, capabilities: {}, ...rest });

  async function whoami() {
    const { result } = await send('tools/call', { name: 'whoami' });
    return JSON.parse(result.content[0].text) as Record<string, unknown>;
  }

  it.each(LEGACY_REVISIONS)('agrees on %s when that is asked for', async (version) => {
    await boot();

    expect((await initialize(version)).result.protocolVersion).toBe(version);
    expect((await whoami()).protocolVersion).toBe(version);
  });

  it.each(['2099-01-01', MODERN_REVISION, '', 'latest'])(
    'agrees on the newest revision with a handshake when "%s" is asked for',
    async (version) => {
      await boot();

      expect((await initialize(version)).result.protocolVersion).toBe('2025-11-25');
    },
  );

  it('agrees on what is served only', async () => {
    await boot({ protocolVersions: ['2025-03-26', MODERN_REVISION] });

    expect((await initialize('2025-11-25')).result.protocolVersion).toBe('2025-03-26');
  });

  it.each([undefined, null, 20251125, ['2025-11-25']])(
    'is refused with a version that is %j',
    async (version) => {
      await boot();

      expect((await initialize(version)).error.code).toBe(-32602);
    },
  );

  it('is refused, naming what is served, where no revision has one', async () => {
    await boot({ protocolVersions: [MODERN_REVISION] });

    expect((await initialize('2025-11-25')).error).toMatchObject({
      code: -32022,
      data: { supported: [MODERN_REVISION], requested: '2025-11-25' },
    });
  });

  it('tells name, version and instructions', async () => {
    await boot({ name: 'shop', version: '9.9', instructions: 'Ask first' });

    expect((await initialize('2024-11-05')).result).toEqual({
      protocolVersion: '2024-11-05',
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        prompts: { listChanged: true },
        logging: {},
      },
      serverInfo: { name: 'shop', version: '9.9' },
      instructions: 'Ask first',
    });
  });

  it('says nothing of instructions where there are none', async () => {
    await boot();

    expect((await initialize('2025-11-25')).result).not.toHaveProperty('instructions');
  });

  it('tells tools who the client says it is', async () => {
    await boot();
    const clientInfo = { name: 'c', version: '1', title: 'C' };
    await initialize('2025-06-18', { clientInfo, capabilities: { roots: {} } });

    expect(await whoami()).toEqual({
      protocolVersion: '2025-06-18',
      clientInfo,
      clientCapabilities: { roots: {} },
    });
  });

  it('bears client info and capabilities that are malformed', async () => {
    await boot();
    await initialize('2025-06-18', { clientInfo: 'c', capabilities: [] });

    expect(await whoami()).toEqual({ protocolVersion: '2025-06-18', clientCapabilities: {} });
  });

  it('a second time refreshes who the client is, and keeps the version', async () => {
    await boot();
    await initialize('2025-03-26', { clientInfo: { name: 'a', version: '1' } });

    const again = await initialize('2025-11-25', {
      clientInfo: { name: 'b', version: '2' },
      capabilities: { sampling: {} },
    });

    expect(again.result.protocolVersion).toBe('2025-03-26');
    expect(await whoami()).toEqual({
      protocolVersion: '2025-03-26',
      clientInfo: { name: 'b', version: '2' },
      clientCapabilities: { sampling: {} },
    });
  });

  it('does not tell one link about the client of another', async () => {
    await boot();
    const other = await MemoryWire.open(app, '2024-11-05');
    await initialize('2025-11-25', { clientInfo: { name: 'b', version: '2' } });

    const [answer] = await other.ask(1, 'tools/call', { name: 'whoami' });

    expect(answer?.result.content[0].text).not.toContain('"b"');
  });

  describe('not having taken place', () => {
    it('leaves pings answered', async () => {
      await boot();

      expect((await send('ping')).result).toEqual({});
    });

    it.each(['tools/list', 'tools/call', 'server/discover', 'nope'])(
      'leaves %s without an envelope refused, naming both ways in',
      async (method) => {
        await boot();

        expect((await send(method)).error).toMatchObject({
          code: -32602,
          message: expect.stringMatching(/initialize.*2026-07-28/),
        });
      },
    );

    it('leaves pings without an envelope refused where no revision has them', async () => {
      await boot({ protocolVersions: [MODERN_REVISION] });

      expect((await send('ping')).error.code).toBe(-32602);
    });
  });

  it('leaves requests with an envelope in their own revision', async () => {
    await boot();
    await initialize('2025-03-26');

    const [answer] = await wire.ask(2, 'tools/call', { name: 'whoami' });

    expect(answer?.result.content[0].text).toContain(MODERN_REVISION);
  });

  it('cannot be made inside an envelope', async () => {
    await boot();
    const params = { protocolVersion: '2025-11-25', capabilities: {}, _meta: ENVELOPE };

    expect((await send('initialize', params)).error.code).toBe(-32601);
  });
});
