import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { McpContext } from 'nest-mcp';
import { McpCtx, McpDispatcher, McpResource, McpTool } from 'nest-mcp';
import type { TestProgress } from 'nest-mcp/testing';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';
import { TEST_CLIENTS } from '../../support/test-clients.js';

@Injectable()
class Kitchen {
  /** Calls of `wait()` that were called off. */
  readonly calledOff: string[] = [];
  begun: () => void = () => {};

  @McpTool()
  async bake(@McpCtx() ctx: McpContext): Promise<string> {
    await ctx.progress(1, { total: 2, message: 'in the oven' });
    await ctx.log('debug', 'it is hot');
    await ctx.log('error', 'it is burning');
    return `for ${String(ctx.meta.guest)}`;
  }

  @McpTool()
  async wait(@McpCtx() ctx: McpContext): Promise<string> {
    this.begun();
    await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve()));
    this.calledOff.push('wait');
    return 'never told';
  }

  @McpResource({ uri: 'kitchen://oven' })
  oven(): string {
    return 'hot';
  }

  @McpResource({ uriTemplate: 'kitchen://{shelf}/{place}' })
  shelf(): string {
    return 'empty';
  }

  @McpResource({ uriTemplate: 'kitchen://{shelf}' })
  shelves(): string {
    return 'many';
  }
}

let app: INestApplication;

beforeAll(async () => {
  app = await bootApp(
    PLATFORMS[0]!,
    { providers: [Kitchen] },
    { mcp: { limits: { pageSize: 1 } } },
  );
});

afterAll(() => app.close());

describe.each(TEST_CLIENTS)('a test client $link of $protocolVersion', (row) => {
  const { protocolVersion, connect, isModern, link } = row;
  let client: McpTestClient;

  beforeEach(async () => {
    client = await connect(app, { protocolVersion });
  });

  afterEach(() => client.close());

  it('lists every page', async () => {
    const names = (list: readonly object[]) =>
      list.map((entry) => (entry as { name: string }).name);

    expect(names(await client.listTools())).toEqual(['bake', 'wait']);
    expect(names(await client.listResourceTemplates())).toEqual(['shelf', 'shelves']);
    expect(await client.listResources()).toMatchObject([{ uri: 'kitchen://oven' }]);
    expect(await client.listPrompts()).toEqual([]);
  });

  it('pings, where that is a method', async () => {
    const outcome = await client.ping().then(() => 'pong', String);

    expect(outcome).toMatch(isModern ? /-32601/ : /^pong$/);
  });

  it('is told progress, and gives meta', async () => {
    const told: TestProgress[] = [];
    const call = client.callTool(
      'bake',
      {},
      { onProgress: (progress) => told.push(progress), meta: { guest: 'Ada' } },
    );

    expect(await client.nextNotification('notifications/progress')).toMatchObject({
      params: { message: 'in the oven' },
    });
    expect(resultText(await call)).toBe('for Ada');
    expect(told).toEqual([{ progress: 1, total: 2, message: 'in the oven' }]);
  });

  it('rejects with what a listener of progress throws', async () => {
    const onProgress = () => {
      throw new RangeError('too hot');
    };

    await expect(client.callTool('bake', {}, { onProgress })).rejects.toThrow('too hot');
  });

  it('gets messages of the level it asked for', async () => {
    await client.setLogLevel('error');
    await client.callTool('bake');

    expect(client.notifications.map(({ params }) => params.level)).toEqual(['error']);
  });

  it('calls off, and rejects with the reason', async () => {
    const kitchen = app.get(Kitchen);
    kitchen.calledOff.length = 0;
    const begun = new Promise<void>((resolve) => (kitchen.begun = resolve));
    const controller = new AbortController();
    const call = client.callTool('wait', {}, { signal: controller.signal });
    const outcome = call.catch((thrown: unknown) => thrown);
    await begun;
    const reason = new RangeError('lost patience');
    controller.abort(reason);

    expect(await outcome).toBe(reason);
    while (app.get(McpDispatcher).snapshot().inFlight > 0) await new Promise(setImmediate);
    expect(kitchen.calledOff).toEqual(['wait']);
  });

  it('sends nothing that is called off already', async () => {
    const signal = AbortSignal.abort(new RangeError('never mind'));

    await expect(client.callTool('wait', {}, { signal })).rejects.toThrow('never mind');
    expect(app.get(McpDispatcher).snapshot().inFlight).toBe(0);
  });

  it('waits for no notification that cannot come any more', async () => {
    const never = client.nextNotification('notifications/never');
    const call = client.callTool('bake');
    await call;
    if (link === 'inMemory' && !isModern) await client.close();

    await expect(never).rejects.toThrow(/notifications\/never (did not come|came)/);
  });
});

describe('a test client in memory', () => {
  it('sends in the order of the test', async () => {
    const client = await McpTestClient.inMemory(app, { protocolVersion: '2025-11-25' });
    const call = client.callTool('wait').catch(String);
    await client.notify('notifications/cancelled', { requestId: 2 });

    expect(await call).toContain('tools/call failed: no answer');
    await client.close();
  });

  it('stops waiting when the server ends the connection', async () => {
    const context = await bootApp(PLATFORMS[0]!, { providers: [Kitchen] });
    const client = await McpTestClient.inMemory(context, { protocolVersion: '2025-11-25' });
    const never = client.nextNotification('notifications/never');
    await context.close();

    await expect(never).rejects.toThrow('notifications/never did not come');
  });
});
