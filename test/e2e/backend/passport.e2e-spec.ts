import { jest } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule, JwtService } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import type { Authorizer, ToolAuthorization } from 'nest-mcp';
import { allow, deny } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import {
  JwtAuthGuard,
  JwtStrategy,
  MachineStrategy,
  Members,
  Profiles,
  Public,
  RolesGuard,
  SECRET,
  Visitors,
} from '../../apps/passport.js';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';
import { outcome, WireClient } from '../../support/wire-client.js';
import { initialize, legacyCall, modernCall } from '../../support/wire-messages.js';

const authorize = jest.fn(({ principal }: ToolAuthorization) =>
  principal === undefined ? deny('who are you?') : allow(),
);
const authorizer: Authorizer = { authorize, authorizeRead: () => allow() };

const imports = [
  PassportModule.register({ session: false }),
  JwtModule.register({ secret: SECRET }),
];
const ADA = { sub: 'ada', roles: ['admin'] };
const BOB = { sub: 'bob', roles: [] };

const tokenOf = (app: INestApplication, claims: object, secret = SECRET) =>
  app.get(JwtService).sign(claims, { secret });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe.each(PLATFORMS)('a global AuthGuard on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    const guards = [JwtAuthGuard, RolesGuard].map((useClass) => ({ provide: APP_GUARD, useClass }));
    app = await bootApp(
      platform,
      { imports, providers: [Profiles, JwtStrategy, ...guards] },
      { mcp: { authorizer } },
    );
  });

  beforeEach(() => authorize.mockClear());
  afterAll(() => app.close());

  const clientOf = (protocolVersion: string, claims: object) =>
    McpTestClient.overHttp(app, { protocolVersion, headers: bearer(tokenOf(app, claims)) });

  it.each(ERAS)('makes the user of its strategy the principal in %s', async (era) => {
    const result = await (await clientOf(era, ADA)).callTool('profile');

    const ada = { id: 'ada', roles: ['admin'], via: 'bearer' };
    expect(JSON.parse(resultText(result))).toMatchObject({
      principal: ada,
      ofRequest: ada,
      user: ada,
    });
    expect(authorize.mock.lastCall?.[0]).toMatchObject({ name: 'profile', principal: ada });
  });

  it.each(ERAS)('lets the user read in %s', async (era) => {
    const { contents } = await (await clientOf(era, BOB)).readResource('profiles://mine');

    expect(contents).toEqual([expect.objectContaining({ text: 'bob' })]);
  });

  it.each(ERAS)('comes before a guard that asks for roles of the method in %s', async (era) => {
    const [ada, bob] = [await clientOf(era, ADA), await clientOf(era, BOB)];

    expect(resultText(await ada.callTool('close_account'))).toBe('closed');
    expect(await bob.callTool('close_account')).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'Forbidden resource' }],
    });
  });

  const REFUSED = [
    { token: 'missing', headers: () => ({}) },
    { token: 'nonsense', headers: () => bearer('nonsense') },
    { token: 'of another secret', headers: () => bearer(tokenOf(app, ADA, 'another')) },
    { token: 'expired', headers: () => bearer(tokenOf(app, { ...ADA, exp: 1 })) },
  ];

  it.each(REFUSED)('answers 401 before any MCP work where the token is $token', async (row) => {
    const { body, headers } = modernCall('profile');
    const wire = new WireClient(app);

    const answers = await Promise.all([
      wire.post(body, { ...headers, ...row.headers() }),
      wire.post(initialize(), row.headers()),
      wire.post(legacyCall('profile'), { ...row.headers(), 'mcp-session-id': 'unknown' }),
      wire.send('GET', row.headers()),
    ]);

    const refusal = { status: 401, body: expect.objectContaining({ message: 'no valid token' }) };
    expect(answers.map(outcome)).toEqual([refusal, refusal, refusal, refusal]);
    expect(authorize).not.toHaveBeenCalled();
  });
});

describe.each(PLATFORMS)('guards of methods behind a public endpoint on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    const guard = { provide: APP_GUARD, useClass: JwtAuthGuard };
    app = await bootApp(
      platform,
      { imports, providers: [Profiles, Members, Visitors, JwtStrategy, MachineStrategy, guard] },
      { mcp: { http: { decorators: [Public()] } } },
    );
  });

  afterAll(() => app.close());

  const clientOf = (protocolVersion: string, headers: Record<string, string> = {}) =>
    McpTestClient.overHttp(app, { protocolVersion, headers });

  it.each(ERAS)('leave alone what is public, in %s', async (era) => {
    expect(resultText(await (await clientOf(era)).callTool('opening_hours'))).toBe('9 to 5');
  });

  it.each(ERAS)('deny a tool of %s without a token, in words', async (era) => {
    const client = await clientOf(era);

    const denied = (text: string) => ({ isError: true, content: [{ type: 'text', text }] });
    expect(await client.callTool('profile')).toMatchObject(denied('no valid token'));
    expect(await client.callTool('member')).toMatchObject(denied('Unauthorized'));
  });

  it.each([
    { era: '2025-11-25', code: -32090 },
    { era: '2026-07-28', code: -33090 },
  ])('deny a resource and a prompt of $era with $code', async ({ era, code }) => {
    const client = await clientOf(era);

    const denied = { code, data: expect.objectContaining({ detail: 'Unauthorized' }) };
    await expect(client.readResource('members://list')).rejects.toMatchObject(denied);
    await expect(client.getPrompt('greeting')).rejects.toMatchObject(denied);
  });

  it.each(ERAS)('try one strategy after the other in %s', async (era) => {
    const ada = await clientOf(era, bearer(tokenOf(app, ADA)));
    const bob = await clientOf(era, { 'x-machine-token': tokenOf(app, BOB) });

    const results = [await ada.callTool('member'), await bob.callTool('member')];

    const [adaIs, bobIs] = [
      { id: 'ada', roles: ['admin'], via: 'bearer' },
      { id: 'bob', roles: [], via: 'machine' },
    ];
    expect(results.map((result) => JSON.parse(resultText(result)))).toEqual([
      // Without a principal: that is who the guards of the route have found.
      { ofRequest: adaIs, user: adaIs, isLoggedIn: true },
      { ofRequest: bobIs, user: bobIs, isLoggedIn: true },
    ]);
  });

  it.each(ERAS)('run in their order in %s', async (era) => {
    const ada = await clientOf(era, bearer(tokenOf(app, ADA)));
    const bob = await clientOf(era, bearer(tokenOf(app, BOB)));

    const results = [await ada.callTool('expel'), await bob.callTool('expel')];

    expect(results.map(resultText)).toEqual(['expelled', 'Forbidden resource']);
  });

  it('deny where there is no HTTP and so no token', async () => {
    const client = await McpTestClient.inMemory(app);

    expect(resultText(await client.callTool('member'))).toBe('Unauthorized');
    expect(resultText(await client.callTool('opening_hours'))).toBe('9 to 5');
  });
});
