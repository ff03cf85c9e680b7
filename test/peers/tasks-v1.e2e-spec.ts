import { jest } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  TaskStatusNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { join } from 'node:path';
import { AppModule } from '../apps/tasks/app.module.js';
import { compiledApps } from '../support/compiled-apps.js';
import { PLATFORMS } from '../support/boot-app.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

/** A client that can be asked for the colour of a cover. */
interface Printing {
  readonly client: Client;
  /** Which task each question belonged to. */
  readonly asked: unknown[];
  /** Statuses that were told without being asked for. */
  readonly told: string[];
}

async function connect(transport: Transport): Promise<Printing> {
  const client = new Client(
    { name: 'client-v1', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } } },
  );
  const asked: unknown[] = [];
  const told: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params._meta?.['io.modelcontextprotocol/related-task']);
    return { action: 'accept', content: { colour: 'red' } };
  });
  client.setNotificationHandler(TaskStatusNotificationSchema, ({ params }) => {
    told.push(params.status);
  });
  await client.connect(transport);
  // From here the client knows which tools run as tasks.
  await client.listTools();
  return { client, asked, told };
}

/** What the client makes of a call from its beginning to its end. */
async function stream(
  { client }: Printing,
  name: string,
  args: Record<string, unknown> = {},
  options: object = {},
) {
  const messages = client.experimental.tasks.callToolStream(
    { name, arguments: args },
    CallToolResultSchema,
    options,
  );
  let taskId = '';
  let ttl: number | null = null;
  const statuses: string[] = [];
  for await (const message of messages) {
    if (message.type === 'taskCreated') ({ taskId, ttl } = message.task);
    if (message.type === 'taskStatus') statuses.push(message.task.status);
    if (message.type === 'error') return { taskId, ttl, statuses, error: message.error };
    if (message.type === 'result') {
      return { taskId, ttl, statuses, result: message.result as CallToolResult };
    }
  }
  throw new Error('the stream has ended without a result');
}

function itPrints(open: () => Printing): void {
  it('calls a tool that runs as a task, and streams what becomes of it', async () => {
    const { taskId, ttl, result } = await stream(
      open(),
      'print',
      { pages: 2 },
      { task: { ttl: 9_000 } },
    );

    expect(result).toMatchObject({
      content: [{ type: 'text', text: 'printed 2 pages' }],
      _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
    });
    const task = await open().client.experimental.tasks.getTask(taskId);
    expect(task).toMatchObject({ taskId, status: 'completed', statusMessage: 'page 2 of 2' });
    expect(ttl).toBe(9_000);
  });

  it('knows by itself that a tool runs as nothing else, and answers its question', async () => {
    const printing = open();
    const { taskId, statuses, result } = await stream(printing, 'bind');

    expect(result).toMatchObject({ content: [{ text: 'bound in red' }] });
    expect(statuses).toContain('input_required');
    expect(printing.asked).toEqual([{ taskId }]);
  });

  it('calls a tool that may without a task', async () => {
    const result = await open().client.callTool({ name: 'print', arguments: { pages: 1 } });

    expect(result).toMatchObject({ content: [{ text: 'printed 1 pages' }] });
    expect(result).not.toHaveProperty('_meta');
  });

  it('reads the result of a task as often as it likes', async () => {
    const { client } = open();
    const { taskId } = await stream(open(), 'print', { pages: 1 }, { task: {} });
    const read = () => client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);

    expect(await read()).toEqual(await read());
  });

  it('learns of failures', async () => {
    const jam = await stream(open(), 'jam', {}, { task: {} });
    const misprint = await stream(open(), 'misprint', {}, { task: {} });

    expect([jam.error, misprint.error]).toEqual([expect.any(Error), expect.any(Error)]);
    const { client } = open();
    for (const { taskId } of [jam, misprint]) {
      expect(await client.experimental.tasks.getTask(taskId)).toMatchObject({ status: 'failed' });
    }
    await expect(
      client.experimental.tasks.getTaskResult(jam.taskId, CallToolResultSchema),
    ).rejects.toMatchObject({ code: 7, data: { tray: 2 } });
    expect(
      await client.experimental.tasks.getTaskResult(misprint.taskId, CallToolResultSchema),
    ).toMatchObject({ isError: true, content: [{ text: 'out of ink' }] });
  });

  it('lists its tasks and calls one off', async () => {
    const printing = open();
    const { tasks } = printing.client.experimental;
    const messages = tasks.callToolStream({ name: 'queue', arguments: {} }, undefined, {
      task: {},
    });
    const { value: created } = await messages.next();
    if (created?.type !== 'taskCreated') throw new Error('no task');
    const { taskId } = created.task;

    const listed = await tasks.listTasks();
    expect(listed.tasks).toContainEqual(expect.objectContaining({ taskId, status: 'working' }));
    expect(await tasks.cancelTask(taskId)).toMatchObject({ taskId, status: 'cancelled' });

    await expect(tasks.cancelTask(taskId)).rejects.toMatchObject({ code: -32602 });
    await expect(tasks.getTask('none')).rejects.toMatchObject({ code: -32602 });
    await messages.return(undefined);
    expect(printing.told).toContain('cancelled');
  });
}

describe('tasks of the first generation of the official client', () => {
  describe.each(PLATFORMS)('over HTTP on $platform', ({ createAdapter }) => {
    let app: INestApplication;
    let printing: Printing;

    beforeAll(async () => {
      const options = { logger: false, forceCloseConnections: true } as const;
      app = await NestFactory.create(AppModule, createAdapter(), options);
      await app.listen(0, '127.0.0.1');
      const url = new URL('/mcp', await app.getUrl());
      printing = await connect(new StreamableHTTPClientTransport(url));
    });

    afterAll(async () => {
      await printing.client.close();
      await app.close();
    });

    itPrints(() => printing);
  });

  describe('over stdio', () => {
    let printing: Printing;

    beforeAll(async () => {
      const main = join(await compiledApps(), 'test/apps/tasks/main.js');
      const command = { command: process.execPath, args: [main], stderr: 'ignore' as const };
      printing = await connect(new StdioClientTransport(command));
    });

    afterAll(() => printing.client.close());

    itPrints(() => printing);
  });
});
