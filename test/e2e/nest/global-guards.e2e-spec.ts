import type { CanActivate, INestApplication } from '@nestjs/common';
import { Injectable, UnauthorizedException } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { Server } from 'node:http';
import { McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import request from 'supertest';
import type { BootOptions } from '../../support/boot-app.js';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';

let runs = 0;
/** What the guard says; `open` lets a legacy client shake hands first. */
let door: 'open' | 'shut' | 'locked' = 'open';

@Injectable()
class DoorGuard implements CanActivate {
  canActivate(): boolean {
    if (door === 'locked') throw new UnauthorizedException('who are you?');
    return door === 'open';
  }
}

@Injectable()
class Vault {
  @McpTool()
  openVault(): string {
    runs += 1;
    return 'gold';
  }
}

interface Binding extends BootOptions {
  readonly binding: string;
  readonly providers: readonly { provide: string; useClass: typeof DoorGuard }[];
}

const BINDINGS: readonly Binding[] = [
  { binding: 'APP_GUARD', providers: [{ provide: APP_GUARD, useClass: DoorGuard }] },
  {
    binding: 'useGlobalGuards()',
    providers: [],
    configure: (app) => app.useGlobalGuards(new DoorGuard()),
  },
];

const TABLE = PLATFORMS.flatMap((platform) =>
  BINDINGS.map((binding) => ({ ...platform, ...binding })),
);

describe.each(TABLE)('a global guard bound with $binding on $platform', (row) => {
  let app: INestApplication;

  beforeAll(async () => {
    const { providers, configure } = row;
    app = await bootApp(row, { providers: [Vault, ...providers] }, { configure });
  });

  beforeEach(() => {
    runs = 0;
    door = 'open';
  });

  afterAll(() => app.close());

  const rows = ERAS.flatMap((era) =>
    ['tools/list', 'tools/call', 'resources/list', 'prompts/list'].map((method) => ({
      era,
      method,
    })),
  );

  it.each(rows)('answers $method of $era with 403 when it denies', async ({ era, method }) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion: era });
    door = 'shut';

    const { status, response } = await client.exchange(method, { name: 'open_vault' });

    expect({ status, response }).toEqual({ status: 403, response: undefined });
  });

  it.each(rows)('answers $method of $era with 401 when it throws that', async ({ era, method }) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion: era });
    door = 'locked';

    const { status, body } = await client.exchange(method, { name: 'open_vault' });

    expect({ status, body }).toEqual({
      status: 401,
      body: expect.stringContaining('who are you?'),
    });
  });

  it.each(ERAS)('keeps a denied tool from running in %s', async (era) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion: era });
    door = 'shut';

    await client.exchange('tools/call', { name: 'open_vault', arguments: {} });

    expect(runs).toBe(0);
  });

  it.each(ERAS)('lets a tool of %s run when it agrees', async (era) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion: era });

    await client.callTool('open_vault');

    expect(runs).toBe(1);
  });

  it('refuses a handshake with 403', async () => {
    door = 'shut';

    const opening = McpTestClient.overHttp(app, { protocolVersion: '2025-11-25' });

    await expect(opening).rejects.toMatchObject({ status: 403 });
  });

  it.each(['get', 'delete'] as const)('refuses %s with 403', async (verb) => {
    door = 'shut';

    const { status } = await request(app.getHttpServer() as Server)[verb]('/mcp');

    expect(status).toBe(403);
  });

  it('refuses a body that is not JSON with 403 before looking at it', async () => {
    door = 'shut';

    const { status } = await request(app.getHttpServer() as Server)
      .post('/mcp')
      .set('content-type', 'application/json')
      .send('{not json');

    expect(status).toBe(403);
  });
});
