import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpTestClient } from 'nest-mcp/testing';
import { RegisteredModule } from '../apps/migration/registered.module.js';
import { ShopModule } from '../apps/migration/shop.module.js';
import { ERAS } from '../support/boot-app.js';
import { resultText } from '../support/result-text.js';
import { readPage } from './markdown-table.js';

/**
 * What the servers before answered, all alike: @rekog/mcp-nest 1.9.10 and 2.0.5, @nestjs-mcp/server
 * 0.3.0, @modelcontextprotocol/sdk 1.32.2 and @modelcontextprotocol/server 2.4.0. Members that clients
 * do not need are left out (`$schema`, `execution`, `_meta.securitySchemes`).
 */
const BEFORE = {
  tools: [
    {
      name: 'find-order',
      description: 'Find one order',
      inputSchema: {
        type: 'object',
        properties: { number: { type: 'string' } },
        required: ['number'],
      },
    },
  ],
  call: { content: [{ type: 'text', text: 'Order A-1 is paid' }] },
  failure: { isError: true, content: [{ type: 'text', text: 'There is no order A-9' }] },
  resources: [{ uri: 'shop://catalogue', name: 'catalogue', mimeType: 'text/plain' }],
  read: { contents: [{ uri: 'shop://catalogue', mimeType: 'text/plain', text: 'tea, coffee' }] },
  prompts: [
    {
      name: 'reply',
      description: 'Draft a reply',
      arguments: [{ name: 'tone', required: true }],
    },
  ],
  prompt: {
    messages: [{ role: 'user', content: { type: 'text', text: 'Reply in a warm tone' } }],
  },
};

const AFTER = [
  { file: 'shop.module.ts', module: ShopModule },
  { file: 'registered.module.ts', module: RegisteredModule },
];

describe.each(AFTER)('docs/migration.md, $file', ({ file, module }) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await NestFactory.create(module, { logger: false });
    await app.init();
  });

  afterAll(() => app.close());

  it('is shown as it is run here', () => {
    const code = readPage(`test/apps/migration/${file}`);

    expect(readPage('docs/migration.md')).toContain(`\`\`\`ts\n${code}\`\`\`\n`);
  });

  it.each(ERAS)('answers in %s as the servers before', async (protocolVersion) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion });

    expect(await client.listTools()).toMatchObject(BEFORE.tools);
    expect(await client.callTool('find-order', { number: 'A-1' })).toMatchObject(BEFORE.call);
    expect(await client.callTool('find-order', { number: 'A-9' })).toMatchObject(BEFORE.failure);
    expect(await client.listResources()).toMatchObject(BEFORE.resources);
    expect(await client.readResource('shop://catalogue')).toMatchObject(BEFORE.read);
    expect(await client.listPrompts()).toMatchObject(BEFORE.prompts);
    expect(await client.getPrompt('reply', { tone: 'warm' })).toMatchObject(BEFORE.prompt);
  });

  it.each([
    { era: ERAS[0], tool: -32601, resource: -32002 },
    { era: ERAS[1], tool: -32602, resource: -32602 },
  ])('has the errors in $era that the page names', async ({ era, tool, resource }) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion: era });

    const wrong = await client.callTool('find-order', {});

    expect(wrong.isError).toBe(true);
    expect(resultText(wrong)).toContain('number');
    await expect(client.callTool('nope')).rejects.toMatchObject({ code: tool });
    await expect(client.readResource('shop://no')).rejects.toMatchObject({ code: resource });
    await expect(client.getPrompt('reply', {})).rejects.toMatchObject({ code: -32602 });
  });
});
