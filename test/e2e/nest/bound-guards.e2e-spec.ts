import type { CanActivate, Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { McpTestClient } from 'nest-mcp/testing';
import {
  DenyGuard,
  ScopedDenyGuard,
  TransientDenyGuard,
  OnMethod,
  OnClass,
  Inherited,
  WithScopedGuard,
  WithTransientGuard,
  DoorController,
  WithInstance,
  Plain,
  PlainHeir,
  opened,
} from '../../apps/guarded-doors.js';
import { bootApp, bootContext, ERAS, PLATFORMS } from '../../support/boot-app.js';

const value = <T extends object>(type: new () => T): Provider => ({
  provide: 'TOKEN',
  useValue: new type(),
});
const factory = <T extends object>(type: new () => T): Provider => ({
  provide: type,
  useFactory: () => new type(),
});
const appGuard = (guard: new () => CanActivate): Provider => ({
  provide: APP_GUARD,
  useClass: guard,
});
const DENIED: readonly { readonly what: string; readonly providers: Provider[] }[] = [
  { what: 'a guard on a method', providers: [OnMethod] },
  { what: 'a guard on a class', providers: [OnClass] },
  { what: 'a guard on an inherited method', providers: [Inherited] },
  { what: 'a class under a token', providers: [{ provide: 'TOKEN', useClass: OnMethod }] },
  { what: 'a class under a token, guard on it', providers: [{ provide: 'T', useClass: OnClass }] },
  { what: 'a guard instance on a value', providers: [value(WithInstance)] },
  { what: 'a guard instance on the result of a factory', providers: [factory(WithInstance)] },
  { what: 'a request-scoped guard', providers: [WithScopedGuard] },
  { what: 'a transient guard', providers: [WithTransientGuard] },
  { what: 'a request-scoped global guard', providers: [Plain, appGuard(ScopedDenyGuard)] },
  { what: 'that, on an inherited method', providers: [PlainHeir, appGuard(ScopedDenyGuard)] },
  {
    what: 'a request-scoped global guard and a class under a token',
    providers: [{ provide: 'TOKEN', useClass: Plain }, appGuard(ScopedDenyGuard)],
  },
  { what: 'a transient global guard', providers: [Plain, appGuard(TransientDenyGuard)] },
  { what: 'a global guard and a value', providers: [value(Plain), appGuard(DenyGuard)] },
  { what: 'a global guard and a factory', providers: [factory(Plain), appGuard(DenyGuard)] },
];

describe('a guard that denies', () => {
  beforeEach(() => {
    opened.length = 0;
  });

  it.each(DENIED)('keeps the method from running: $what', async ({ providers }) => {
    const app = await bootContext({ providers });

    const result = await (await McpTestClient.inMemory(app)).callTool('open');
    await app.close();

    expect({ isError: result.isError, opened }).toEqual({ isError: true, opened: [] });
  });
});

describe.each(PLATFORMS)('a tool on a controller on $platform', (platform) => {
  it.each(ERAS)('is guarded by the guards of the class in %s', async (protocolVersion) => {
    opened.length = 0;
    const app = await bootApp(platform, { controllers: [DoorController] });

    const client = await McpTestClient.overHttp(app, { protocolVersion });
    const result = await client.callTool('open');
    await app.close();

    expect({ isError: result.isError, opened }).toEqual({ isError: true, opened: [] });
  });
});
