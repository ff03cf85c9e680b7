import type { INestApplication } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { McpTestClient } from 'nest-mcp/testing';
import { DenyUnlessPublicGuard, Public, Till } from '../../apps/roles.js';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

describe.each(PLATFORMS)('an endpoint decorated as public on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(
      platform,
      { providers: [Till, { provide: APP_GUARD, useClass: DenyUnlessPublicGuard }] },
      { mcp: { http: { decorators: [Public()] } } },
    );
  });

  afterAll(() => app.close());

  it.each(ERAS)('lets a client of %s list tools', async (protocolVersion) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion });

    expect(await client.listTools()).toHaveLength(3);
  });

  it.each(ERAS)('lets a public tool run in %s', async (protocolVersion) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion });

    expect(resultText(await client.callTool('opening_hours'))).toBe('9 to 5');
  });

  it.each(ERAS)('leaves a tool that is not public refused in %s', async (protocolVersion) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion });
    const till = app.get(Till);
    till.ran.length = 0;

    const result = await client.callTool('count_money');

    expect({ isError: result.isError, ran: till.ran }).toEqual({ isError: true, ran: [] });
  });
});
