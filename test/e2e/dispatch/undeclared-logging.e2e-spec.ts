import { Injectable, Module } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { McpContext, McpModule, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';

@Injectable()
class Talker {
  @McpTool()
  async talk(context: McpContext): Promise<string> {
    await context.log('warning', 'hello');
    await context.log('warning', { amount: 12n });
    await context.progress(1, { message: 'half way' });
    return 'done';
  }
}

async function boot(capabilities: { logging: boolean }): Promise<INestApplication> {
  @Module({ imports: [McpModule.forRoot({ name: 'talk', capabilities })], providers: [Talker] })
  class App {}
  const app = (
    await Test.createTestingModule({ imports: [App] }).compile()
  ).createNestApplication();
  return app.init();
}

async function heard(app: INestApplication, protocolVersion: string) {
  const client = await McpTestClient.inMemory(app, { protocolVersion });
  await client.request('tools/call', { name: 'talk', _meta: { progressToken: 1 } });
  return client.notifications;
}

describe('log messages', () => {
  let app: INestApplication;

  afterEach(() => app.close());

  it('are not sent by a server that does not declare them', async () => {
    app = await boot({ logging: false });

    const methods = (await heard(app, '2025-11-25')).map(({ method }) => method);

    expect(methods).toEqual(['notifications/progress']);
  });

  it('carry as text what JSON cannot say', async () => {
    app = await boot({ logging: true });

    const [, second] = await heard(app, '2025-11-25');

    expect(second?.params).toEqual({ level: 'warning', data: '{ amount: 12n }' });
  });
});

describe('progress', () => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await boot({ logging: false });
  });

  afterAll(() => app.close());

  it.each([
    ['2024-11-05', undefined],
    ['2025-03-26', 'half way'],
    ['2025-11-25', 'half way'],
    ['2026-07-28', 'half way'],
  ])('in %s carries the words %s', async (protocolVersion, message) => {
    const [progress] = await heard(app, protocolVersion);

    expect(progress?.params.message).toBe(message);
  });
});
