import type { CanActivate, Provider } from '@nestjs/common';
import { Scope } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import {
  DenyGuard,
  TransientDenyGuard,
  PassInterceptor,
  PassPipe,
  PassFilter,
  OnMethod,
  OnClass,
  Plain,
  WithInterceptor,
  WithPipe,
  WithParameterPipe,
  WithFilter,
} from '../../apps/guarded-doors.js';
import { bootError } from '../../support/boot-error.js';

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
const scoped = (token: string, useClass: new () => object): Provider => ({
  provide: token,
  useClass,
  scope: Scope.REQUEST,
});

describe('an enhancer that Nest would leave out', () => {
  it.each([
    { type: OnMethod, enhancer: 'DenyGuard (guards)' },
    { type: OnClass, enhancer: 'DenyGuard (guards)' },
    { type: WithInterceptor, enhancer: 'PassInterceptor (interceptors)' },
    { type: WithPipe, enhancer: 'PassPipe (pipes)' },
    { type: WithParameterPipe, enhancer: 'PassPipe (pipes)' },
    { type: WithFilter, enhancer: 'PassFilter (filters)' },
  ])('$enhancer of $type.name stops the boot, naming everything', async ({ type, enhancer }) => {
    const message = await bootError({ providers: [value(type)] });

    expect(message).toBe(
      `@McpTool() on ${type.name}.open: Nest would not run ${enhancer} here, because ${type.name} is ` +
        'provided as a value, by a factory or under another token, or because another decorator replaced ' +
        `the method. Remedy: list ${type.name} itself in \`providers\` (and add { provide: TOKEN, ` +
        `useExisting: ${type.name} } where the token is needed), write decorators that replace the ` +
        'method below all others, or bind an instance of the enhancer.',
    );
  });

  it('is refused for the result of a factory as well', async () => {
    expect(await bootError({ providers: [factory(OnMethod)] })).toContain('DenyGuard (guards)');
  });

  it.each([
    { kind: 'guards', provider: scoped(APP_GUARD, DenyGuard) },
    { kind: 'guards', provider: appGuard(TransientDenyGuard) },
    { kind: 'interceptors', provider: scoped(APP_INTERCEPTOR, PassInterceptor) },
    { kind: 'pipes', provider: scoped(APP_PIPE, PassPipe) },
    { kind: 'filters', provider: scoped(APP_FILTER, PassFilter) },
  ])(
    'is refused when it is among the global $kind and not a singleton',
    async ({ kind, provider }) => {
      const message = await bootError({ providers: [value(Plain), provider] });

      expect(message).toContain(
        `Plain.open: Nest would not run a request-scoped or transient global enhancer (${kind})`,
      );
    },
  );
});
