import type { Implementation } from '../protocol/implementation.interface.js';
import type { CheckedParameter } from './checked-parameter.js';
import { parameterDecorator } from './parameter-metadata.js';

/**
 * What the client says it is, an `Implementation`: `ctx.clientInfo`. `undefined` for a client that did
 * not say, as it may in 2026-07-28. Not a basis for decisions.
 *
 * @publicApi
 */
export function McpClientInfo(): CheckedParameter<Implementation | undefined> {
  return parameterDecorator({ kind: 'context', property: 'clientInfo', pipes: [] });
}
