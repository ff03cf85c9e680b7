import type { INestApplication } from '@nestjs/common';
import type { McpTestClientOptions, TestProgress } from 'nest-mcp/testing';
import { McpTestClient } from 'nest-mcp/testing';
import { PrintShop } from '../../apps/tasks/print-shop.service.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';
import { TEST_CLIENTS } from '../../support/test-clients.js';

let app: INestApplication;
let shop: PrintShop;

beforeAll(async () => {
  app = await bootApp(PLATFORMS[0]!, { providers: [PrintShop] });
  shop = app.get(PrintShop);
});

beforeEach(() => {
  shop.waiting.length = 0;
});

afterAll(() => app.close());

describe.each(TEST_CLIENTS)('a task of a test client $link of $protocolVersion', (row) => {
  const { protocolVersion, connect } = row;
  let client: McpTestClient;

  const open = async (options: McpTestClientOptions = {}) => {
    client = await connect(app, { protocolVersion, ...options });
    return client;
  };

  afterEach(() => client.close());

  it('gives its result', async () => {
    const task = await (await open()).startTask('print', { pages: 2 }, { ttlMs: 30_000 });

    expect(resultText(await task.result())).toBe('printed 2 pages');
    expect(await task.get()).toMatchObject({ taskId: task.taskId, status: 'completed' });
  });

  it('is waited for', async () => {
    const task = await (await open()).startTask('queue');
    const result = task.result();
    const job = await shop.job();

    expect(await task.get()).toMatchObject({ status: 'working', statusMessage: 'queued' });
    job.release();
    expect(resultText(await result)).toBe('free');
  });

  it('asks the handler', async () => {
    await open();
    client.onElicit(() => ({ action: 'accept', content: { colour: 'red' } }));
    const task = await client.startTask('bind');

    expect(resultText(await task.result())).toBe('bound in red');
  });

  it('asks whoever takes its question', async () => {
    const task = await (await open({ capabilities: { elicitation: {} } })).startTask('bind');
    const result = task.result();
    (await client.nextElicitation()).accept({ colour: 'blue' });

    expect(resultText(await result)).toBe('bound in blue');
  });

  it('is called off, which its result tells', async () => {
    const task = await (await open()).startTask('queue');
    await shop.job();
    await task.cancel();

    expect(await task.get()).toMatchObject({ status: 'cancelled' });
    await expect(task.result()).rejects.toThrow(/cancelled/);
  });

  it('may be called off while it is waited for, and asks', async () => {
    const task = await (await open({ capabilities: { elicitation: {} } })).startTask('bind');
    const result = task.result().catch(String);
    await client.nextElicitation();
    await task.cancel();

    expect(await result).toContain('cancelled');
  });

  it('fails with the error of its call', async () => {
    const task = await (await open()).startTask('jam');

    await expect(task.result()).rejects.toMatchObject({ code: 7, data: { tray: 2 } });
  });

  it('has a result that tells of a failure', async () => {
    const task = await (await open()).startTask('misprint');

    expect(await task.result()).toMatchObject({ isError: true });
  });

  it('is none where the call fails before', async () => {
    const start = (await open()).startTask('print', { pages: 'many' });

    await expect(start).rejects.toThrow(
      /print did not become a task\n  answer: .*Invalid arguments for tool print/,
    );
  });
});

describe('a task of 2025-11-25', () => {
  it.each(['inMemory', 'overHttp'] as const)('tells its progress %s', async (link) => {
    const client = await McpTestClient[link](app, { protocolVersion: '2025-11-25' });
    await client.openStream();
    const told: TestProgress[] = [];
    const onProgress = (progress: TestProgress) => told.push(progress);
    const task = await client.startTask('print', { pages: 2 }, { onProgress });
    await task.result();
    while (told.length < 2) await client.nextNotification('notifications/progress');
    await client.close();

    expect(told.map(({ message }) => message)).toEqual(['page 1 of 2', 'page 2 of 2']);
  });
});
