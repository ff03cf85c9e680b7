import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { McpHooks, McpModuleOptions } from 'nest-mcp';
import { McpContext, McpNotificationBus, McpTool, MemorySessionStore } from 'nest-mcp';
import { MemoryLane } from '../../apps/memory-lane.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { EventReader } from '../../support/event-reader.js';
import { settled } from '../../support/settled.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import { legacyCall, legacyRequest } from '../../support/wire-messages.js';

/** A tool for this session only. */
const registerAttic = (ctx: McpContext) =>
  ctx.components.registerTools([{ name: 'attic', handler: () => 'dusty' }]);

/** Makes a session special. */
@Injectable()
class Housekeeper {
  @McpTool()
  furnish(ctx: McpContext): string {
    ctx.setPageSize(1);
    ctx.tag({ tenant: 'a' });
    return 'done';
  }

  @McpTool()
  async open(ctx: McpContext): Promise<string> {
    await registerAttic(ctx);
    return 'open';
  }
}

type Session = Record<string, string>;

describe.each(PLATFORMS)('a session that comes back, on $platform', ({ createAdapter }) => {
  const apps: INestApplication[] = [];
  let store: MemorySessionStore;

  beforeEach(() => {
    store = new MemorySessionStore();
  });

  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });

  const boot = async (mcp: Partial<McpModuleOptions> = {}) => {
    const app = await bootApp(
      { createAdapter },
      { providers: [MemoryLane, Housekeeper] },
      { mcp: { sessions: { store }, ...mcp }, create: { forceCloseConnections: true } },
    );
    apps.push(app);
    return { app, client: new WireClient(app) };
  };

  const shutDown = async (app: INestApplication) => {
    apps.splice(apps.indexOf(app), 1);
    await app.close();
  };

  /** One page of tools, and where the next one begins. */
  const page = async (client: WireClient, session: Session, cursor?: string) => {
    const params = cursor === undefined ? {} : { cursor };
    const { result } = outcome(
      await client.post(legacyRequest('tools/list', params), session),
    ).body;
    return {
      names: (result.tools as { name: string }[]).map(({ name }) => name),
      nextCursor: result.nextCursor as string | undefined,
    };
  };

  it('has its page size, and a cursor of before goes on', async () => {
    const { app, client } = await boot();
    const session = (await client.openSession()) as Session;
    await client.post(legacyCall('furnish'), session);
    const first = await page(client, session);
    await shutDown(app);
    const second = await boot();
    const other = (await second.client.openSession()) as Session;

    const next = await page(second.client, session, first.nextCursor);

    expect(first.names).toEqual(['furnish']);
    expect(next).toMatchObject({ names: ['murmur'], nextCursor: expect.any(String) });
    expect((await page(second.client, other)).names).toHaveLength(5);
  });

  it('has its tags, by which it is told things', async () => {
    const { app, client } = await boot();
    const session = (await client.openSession()) as Session;
    await client.post(legacyCall('furnish'), session);
    await shutDown(app);
    const second = await boot();
    const stream = await second.client.open('GET', session);
    const bus = second.app.get(McpNotificationBus);
    bus.notify('notifications/test/b', {}, { where: ({ tags }) => tags.tenant === 'b' });
    bus.notify('notifications/test/a', {}, { where: ({ tags }) => tags.tenant === 'a' });

    expect(await new EventReader(stream.response).next()).toMatchObject({
      method: 'notifications/test/a',
    });
    stream.leave();
  });

  it('has lost what only it was offered, which looks as if it never was', async () => {
    const { app, client } = await boot();
    const session = (await client.openSession()) as Session;
    await client.post(legacyCall('open'), session);
    const before = await page(client, session);
    await shutDown(app);
    const second = await boot();
    const call = async (name: string) => {
      const { body } = outcome(await second.client.post(legacyCall(name), session));
      return JSON.stringify(body.error).replaceAll(name, 'NAME');
    };

    expect(before.names).toContain('attic');
    expect((await page(second.client, session)).names).not.toContain('attic');
    expect(await call('attic')).toBe(await call('never'));
  });

  it.each<[string, McpHooks]>([
    ['onInit', { onInit: (_client, ctx) => registerAttic(ctx) }],
    ['onSessionExpired', { onSessionExpired: (_id, ctx) => registerAttic(ctx) }],
  ])('is offered again what hooks.%s registers', async (_hook, hooks) => {
    const { app, client } = await boot();
    const session = (await client.openSession()) as Session;
    await shutDown(app);
    const second = await boot({ hooks });

    const { result } = outcome(await second.client.post(legacyCall('attic'), session)).body;

    expect(result.content).toMatchObject([{ text: 'dusty' }]);
  });

  it('lives in both processes where they share the store, and the later save wins', async () => {
    const [first, second] = [await boot(), await boot()];
    const session = (await first.client.openSession()) as Session;
    await settled();
    const note = async ({ client }: { client: WireClient }, text: string) => {
      await client.post(legacyCall('note', { text }), session);
      await settled();
    };
    await note(first, 'a');
    await note(second, 'b');
    await note(first, 'c');

    const record = await store.load(session['mcp-session-id'] as string);

    expect(record?.state).toEqual({ notes: ['a', 'c'] });
  });

  it('is gone in the other process too once it is deleted, where it did not live', async () => {
    const [first, second] = [await boot(), await boot()];
    const session = (await first.client.openSession()) as Session;
    await settled();

    expect((await first.client.send('DELETE', session)).status).toBe(204);
    expect((await second.client.post(legacyRequest('ping'), session)).status).toBe(404);
  });
});
