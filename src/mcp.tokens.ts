import type { InjectionToken, Provider } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';

/** The server a decorator or injection means when it names none. */
export const DEFAULT_SERVER_ID = 'default';

/** A class of this package that exists once per server. */
type ServerPart = abstract new (...args: never[]) => unknown;

/**
 * The injection token of one server's part. The default server's parts are injected by their class;
 * those of another server by a registered symbol, so that two copies of this package agree on it.
 */
export function serverToken(part: ServerPart, id: string = DEFAULT_SERVER_ID): InjectionToken {
  if (id === DEFAULT_SERVER_ID) return part as InjectionToken;
  return Symbol.for(`nest-mcp:${id}:${part.name}`);
}

/** The token of one server's validated options. */
export function optionsToken(id: string): InjectionToken {
  return Symbol.for(`nest-mcp:${id}:options`);
}

const SERVER_ID = Symbol.for('nest-mcp:server');

/** Says in the container that there is a server of this id. */
export const serverIdProvider = (id: string): Provider => ({ provide: SERVER_ID, useValue: id });

/** The ids of all servers of the application. */
export function serverIds(modules: ModulesContainer): readonly string[] {
  return [...modules.values()].flatMap(
    ({ providers }) => (providers.get(SERVER_ID)?.instance as string | undefined) ?? [],
  );
}

/** `McpDispatcher (admin)` for a symbol of this file; `undefined` for any other token. */
export function partName(token: unknown): string | undefined {
  if (typeof token !== 'symbol') return undefined;
  const [, id, part] = /^nest-mcp:(?:(.+):)?([^:]+)$/s.exec(Symbol.keyFor(token) ?? '') ?? [];
  return id === undefined ? part : `${part} (${id})`;
}
