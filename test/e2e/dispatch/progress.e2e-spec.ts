import { Injectable } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { McpContext, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { bootContext } from '../../support/boot-app.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { ALL_REVISIONS, isSince, MODERN_REVISION } from '../../support/revisions.js';

@Injectable()
class Worker {
  steps: readonly number[] = [1];
  last: McpContext | undefined;
  seen: { token: unknown; meta: object } | undefined;

  @McpTool()
  echo({ progressToken: token, meta }: McpContext): void {
    this.seen = { token, meta };
  }

  @McpResource({ uri: 'x://echo' })
  echoResource({ progressToken: token, meta }: McpContext): string {
    this.seen = { token, meta };
    return '';
  }

  @McpPrompt()
  echoPrompt({ progressToken: token, meta }: McpContext): string {
    this.seen = { token, meta };
    return '';
  }

  @McpTool()
  async tool(ctx: McpContext): Promise<string> {
    this.last = ctx;
    for (const step of this.steps) await ctx.progress(step);
    return 'done';
  }

  @McpTool()
  async telling(ctx: McpContext): Promise<void> {
    await ctx.progress(1, { total: 2, message: 'asking the bank' });
  }

  @McpTool()
  hasty(ctx: McpContext): string {
    void ctx.progress(1);
    return 'done';
  }

  @McpResource({ uri: 'x://1' })
  async resource(ctx: McpContext): Promise<string> {
    await ctx.progress(1);
    return 'done';
  }

  @McpPrompt()
  async prompt(ctx: McpContext): Promise<string> {
    await ctx.progress(1);
    return 'done';
  }
}

describe.each(ALL_REVISIONS)('progress, in %s,', (version) => {
  const isModern = version === MODERN_REVISION;
  const logger = new RecordingLogger();
  let app: TestingModule;
  let wire: MemoryWire;

  beforeAll(async () => {
    app = await bootContext({ providers: [Worker] });
    app.useLogger(logger);
  });
  beforeEach(async () => {
    logger.lines.length = 0;
    app.get(Worker).seen = undefined;
    app.get(Worker).steps = [1];
    wire = await MemoryWire.open(app, version);
  });
  afterEach(() => wire.close());
  afterAll(() => app.close());

  const call = (token?: unknown, name = 'tool') =>
    wire.ask('call', 'tools/call', {
      name,
      ...(token !== undefined && { _meta: { progressToken: token } }),
    });

  it.each([0, '', 'p', 7])('comes before the answer, with the token %j', async (progressToken) => {
    app.get(Worker).steps = [1, 2];

    expect(await call(progressToken)).toMatchObject([
      { method: 'notifications/progress', params: { progressToken, progress: 1 } },
      { method: 'notifications/progress', params: { progressToken, progress: 2 } },
      { id: 'call', result: {} },
    ]);
  });

  it('says how much there is to do, and what is going on where the revision can say that', async () => {
    const [notification] = await call('p', 'telling');
    const message = isSince(version, '2025-03-26') ? { message: 'asking the bank' } : {};

    expect(notification).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: 1, total: 2, ...message },
    });
  });

  it('is not sent without a token', async () => {
    expect(await call()).toMatchObject([{ id: 'call', result: {} }]);
  });

  it.each([null, true, 1.5, {}, [], 2 ** 64])(
    'is not sent for the token %j, which is refused where that is told',
    async (token) => {
      const answer = isModern ? { error: { code: -32602 } } : { result: {} };

      expect(await call(token)).toMatchObject([{ id: 'call', ...answer }]);
    },
  );

  it('has a token of at most 256 bytes, where that is bounded', async () => {
    const told = [{ method: 'notifications/progress' }, { id: 'call', result: {} }];
    const refused = [{ id: 'call', error: { code: -32602 } }];

    expect(await call('x'.repeat(256))).toMatchObject(told);
    expect(await call('x'.repeat(257))).toMatchObject(isModern ? refused : told);
    expect(await call('ä'.repeat(129))).toMatchObject(isModern ? refused : told);
  });

  it('only grows, and the first that does not is logged', async () => {
    app.get(Worker).steps = [0, 1, 1, 0.5, 1.5, Number.NaN, 2];
    const messages = await call('p');

    expect(messages.slice(0, -1).map(({ params }) => params.progress)).toEqual([0, 1, 1.5, 2]);
    expect(logger.lines.filter((line) => line.includes('progress'))).toEqual([
      expect.stringContaining('tools/call tool: progress 1 was not told'),
    ]);
  });

  it('is logged by nobody who asked for none', async () => {
    app.get(Worker).steps = [1, 1];
    await call();

    expect(logger.lines).toEqual([]);
  });

  it.each([
    ['tools/call', { name: 'echo' }],
    ['resources/read', { uri: 'x://echo' }],
    ['prompts/get', { name: 'echo_prompt' }],
  ])('has a token that is known in %s, with the _meta of the request', async (method, params) => {
    const _meta = { progressToken: 0, 'shop.example/a': 1 };
    await wire.ask('call', method, { ...params, _meta });
    const { token, meta } = app.get(Worker).seen ?? {};

    expect(token).toBe(0);
    expect(meta).toMatchObject(_meta);
  });

  it('starts again with each call', async () => {
    app.get(Worker).steps = [5];
    await call('p');

    expect(await call('p')).toMatchObject([{ params: { progress: 5 } }, { result: {} }]);
  });

  it('may not be waited for', async () => {
    expect(await call('p', 'hasty')).toMatchObject([{ params: { progress: 1 } }, { result: {} }]);
  });

  it('stops with the answer', async () => {
    app.get(Worker).steps = [1];
    await call('p');
    const before = wire.received.length;

    await app.get(Worker).last?.progress(2);

    expect(wire.received).toHaveLength(before);
  });

  it('stops with the answer, but what is logged goes on, where there is a session', async () => {
    const _meta = { 'io.modelcontextprotocol/logLevel': 'debug' };
    await wire.ask('call', 'tools/call', { name: 'tool', ...(isModern && { _meta }) });
    const before = wire.received.length;

    await app.get(Worker).last?.log('error', 'x');

    expect(wire.received.slice(before)).toMatchObject(
      isModern ? [] : [{ method: 'notifications/message', params: { data: 'x' } }],
    );
  });

  it('is told to the link that asked for it only', async () => {
    const other = await MemoryWire.open(app, version);
    await call('p');
    other.close();

    expect(other.received).toEqual([]);
  });

  it.each([
    ['resources/read', { uri: 'x://1' }],
    ['prompts/get', { name: 'prompt' }],
  ])('is told by %s too', async (method, params) => {
    const messages = await wire.ask(1, method, { ...params, _meta: { progressToken: 'p' } });

    expect(messages).toMatchObject([{ method: 'notifications/progress' }, { id: 1, result: {} }]);
  });
});
