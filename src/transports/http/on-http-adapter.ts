import type { HttpServer } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';

type MaybeAdapter = HttpServer | null | undefined;

/**
 * Calls `use` with the application's adapter as soon as it is set, which is before Nest adds its body
 * parsers: at once under `NestFactory.create()`, later under @nestjs/testing, never in an application
 * context.
 */
export function onHttpAdapter(host: HttpAdapterHost, use: (adapter: HttpServer) => void): void {
  const useCurrent = () => {
    const adapter = host.httpAdapter as MaybeAdapter;
    if (adapter) use(adapter);
  };
  if ('init$' in host) host.init$.subscribe(useCurrent);
  else if (Reflect.get(host, 'httpAdapter')) useCurrent();
  else watchSetter(host, useCurrent);
}

/** `init$` exists from Nest 11.1.4; before that the setter is the only sign. */
function watchSetter(host: object, onSet: () => void): void {
  const prototype: object = Object.getPrototypeOf(host) as object;
  const inherited = Object.getOwnPropertyDescriptor(prototype, 'httpAdapter');
  Object.defineProperty(host, 'httpAdapter', {
    configurable: true,
    get: () => inherited?.get?.call(host) as MaybeAdapter,
    set: (adapter: MaybeAdapter) => {
      inherited?.set?.call(host, adapter);
      onSet();
    },
  });
}
