import type { INestApplicationContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { IsString } from 'class-validator';
import {
  McpCompletion,
  McpContext,
  McpNotificationBus,
  McpPrompt,
  McpResource,
  McpSessions,
  McpTool,
  NoMcpContextError,
  type McpHooks,
  type McpSessionContext,
} from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { bootContext } from '../../support/boot-app.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { settled } from '../../support/settled.js';

const SAID = 'notifications/test/said';

/** Says everything there is to say, from wherever it is. */
async function sayAll(ctx: McpSessionContext, place: string): Promise<void> {
  await ctx.notify(SAID, { place });
  await ctx.notify('notifications/tools/list_changed');
  await ctx.notify('notifications/resources/updated', { uri: 'shop://place' });
  await ctx.log('info', place);
  if (ctx instanceof McpContext) await ctx.progress(1);
}

class ChoosyDto {
  @IsString()
  what!: string;
}

@Injectable()
class Places {
  /** What the tool left running, and its context. */
  static later = deferred<void>();
  static detached: Promise<unknown> = Promise.resolve();

  constructor(private readonly notifications: McpNotificationBus) {}

  @McpTool()
  async tool(ctx: McpContext): Promise<string> {
    await sayAll(ctx, 'tool');
    return 'x';
  }

  @McpPrompt()
  async prompt(ctx: McpContext): Promise<string> {
    await sayAll(ctx, 'prompt');
    return 'x';
  }

  @McpResource({ uri: 'shop://place' })
  async resource(ctx: McpContext): Promise<string> {
    await sayAll(ctx, 'resource');
    return 'x';
  }

  @McpCompletion({ prompt: 'choosy', argument: 'what' })
  async completion(_value: string, ctx: McpContext): Promise<string[]> {
    await sayAll(ctx, 'completion');
    return ['x'];
  }

  @McpPrompt()
  choosy({ what }: ChoosyDto): string {
    return what;
  }

  @McpTool()
  leave(ctx: McpContext): string {
    const { sessionId = '' } = ctx;
    Places.detached = Places.later.promise.then(() => this.notifyLater(sessionId));
    return 'left';
  }

  private notifyLater(sessionId: string): unknown {
    this.notifications.resourceUpdated('shop://place');
    try {
      return McpContext.current();
    } catch (thrown) {
      return [thrown, sessionId];
    }
  }
}

const hooks: McpHooks = {
  onInit: (_client, ctx) => sayAll(ctx, 'onInit'),
  onEvent: (_event, ctx) => sayAll(ctx, 'onEvent'),
};

describe('what a context says', () => {
  let app: INestApplicationContext;
  let wire: MemoryWire;

  beforeEach(async () => {
    app = await bootContext({ providers: [Places] }, { hooks });
    wire = await MemoryWire.open(app, '2025-11-25');
    await wire.request(0, 'resources/subscribe', { uri: 'shop://place' });
    wire.received.length = 0;
  });
  afterEach(() => app.close());

  const all = (place: string) => [
    { method: SAID, params: { place } },
    { method: 'notifications/tools/list_changed' },
    { method: 'notifications/resources/updated', params: { uri: 'shop://place' } },
    { method: 'notifications/message', params: { level: 'info', data: place } },
  ];
  const progress = { method: 'notifications/progress', params: { progressToken: 7, progress: 1 } };
  const _meta = { progressToken: 7 };

  it.each([
    ['tool', 'tools/call', { name: 'tool' }],
    ['prompt', 'prompts/get', { name: 'prompt' }],
    ['resource', 'resources/read', { uri: 'shop://place' }],
    [
      'completion',
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'choosy' }, argument: { name: 'what', value: '' } },
    ],
  ])('reaches the client from a %s, before the answer', async (place, method, params) => {
    const received = await wire.ask(1, method, { ...params, _meta });

    expect(received).toMatchObject([...all(place), progress, { id: 1, result: {} }]);
  });

  it('reaches the client from onEvent', async () => {
    app.get(McpSessions).list()[0]?.send('x');
    await settled();

    expect(wire.received).toMatchObject(all('onEvent'));
  });

  it('reaches the client from onInit, but for what nobody can have subscribed to yet', async () => {
    const other = await MemoryWire.open(app, '2025-11-25');
    const params = { protocolVersion: '2025-11-25', capabilities: {}, _meta };
    const fresh = MemoryWire.connectTo(app, '2025-11-25');
    const received = await fresh.ask(1, 'initialize', params);
    const [said, list, , log] = all('onInit');

    expect(received).toMatchObject([said, list, log, progress, { id: 1, result: {} }]);
    expect(other.received).toEqual([]);
  });

  it('needs a call: code that runs later reaches the client by the id of its session', async () => {
    const { id } = app.get(McpSessions).list()[0] ?? { id: '' };
    await wire.request(1, 'tools/call', { name: 'leave' });
    wire.received.length = 0;
    Places.later.resolve();
    const [thrown, sessionId] = (await Places.detached) as [unknown, string];
    expect(thrown).toBeInstanceOf(NoMcpContextError);
    expect(sessionId).toBe(id);

    setImmediate(() => app.get(McpSessions).get(sessionId)?.notify(SAID, { place: 'timer' }));
    await settled();
    expect(wire.received).toMatchObject([
      all('x')[2],
      { method: SAID, params: { place: 'timer' } },
    ]);
  });
});

describe('a changed resource', () => {
  it('is told to the sessions that subscribed to it, and dropped for the third', async () => {
    const app = await bootContext({ providers: [Places] });
    const open = () => MemoryWire.open(app, '2025-11-25');
    const wires = [await open(), await open(), await open()];
    for (const wire of wires.slice(0, 2)) {
      await wire.request(1, 'resources/subscribe', { uri: 'shop://place' });
    }
    for (const wire of wires) wire.received.length = 0;
    const uri = 'shop://place';
    app.get(McpNotificationBus).resourceUpdated(uri);
    for (const session of app.get(McpSessions).list()) {
      session.notify('notifications/resources/updated', { uri, timestamp: '2026-12-01T00:00:00Z' });
    }
    await settled();

    const params = wires.map(({ received }) => received.map((message) => message.params));
    const both = [{ uri, timestamp: '2026-12-01T00:00:00Z' }, { uri }];
    expect(params).toEqual([both, both, []]);
    await app.close();
  });
});
