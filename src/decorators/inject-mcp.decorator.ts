import type { Type } from '@nestjs/common';
import { Inject } from '@nestjs/common';
import { serverToken } from '../mcp.tokens.js';

/**
 * Injects a part of the server with this `id`. The default server's parts are injected by their class
 * alone.
 *
 * @example
 * ```ts
 * constructor(@InjectMcp('admin', McpRegistry) private readonly registry: McpRegistry) {}
 * ```
 * @publicApi
 */
export function InjectMcp(id: string, part: Type<unknown>): ParameterDecorator & PropertyDecorator {
  return Inject(serverToken(part, id));
}
