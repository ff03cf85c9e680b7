import { Injectable } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { McpContext, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { bootContext } from '../../support/boot-app.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { ALL_REVISIONS, isSince } from '../../support/revisions.js';

@Injectable()
class Worker {
  steps: readonly number[] = [1];
  last: McpContext | undefined;

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
  let app: TestingModule;
  let wire: MemoryWire;

  beforeAll(async () => {
    app = await bootContext({ providers: [Worker] });
  });
  beforeEach(async () => {
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

  it.each([undefined, null, true, 1.5, {}])('is not sent for the token %j', async (token) => {
    expect(await call(token)).toMatchObject([{ id: 'call', result: {} }]);
  });

  it('only grows', async () => {
    app.get(Worker).steps = [0, 1, 1, 0.5, 1.5, Number.NaN, 2];
    const messages = await call('p');

    expect(messages.slice(0, -1).map(({ params }) => params.progress)).toEqual([0, 1, 1.5, 2]);
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
    await app.get(Worker).last?.log('error', 'x');

    expect(wire.received).toHaveLength(before);
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
