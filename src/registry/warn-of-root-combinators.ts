import { Logger } from '@nestjs/common';
import type { JsonObject } from '../protocol/json.js';

const COMBINATORS = ['oneOf', 'anyOf', 'allOf'] as const;

const logger = new Logger('McpRegistry');

/**
 * The specification allows alternatives at the root of an input schema (2026-07-28, Tools), but several
 * model providers refuse the tool, and with it all tools of the request.
 *
 * @param where the place and the tool, such as `@McpTool() on OrdersService.findOrder (tool "find")`
 */
export function warnOfRootCombinators(input: JsonObject, where: string): void {
  const found = COMBINATORS.filter((keyword) => keyword in input);
  if (found.length === 0) return;
  logger.warn(
    `${where}: the input schema has ${found.join(' and ')} at its root, which several model providers ` +
      'refuse. Put the alternatives into one property, or make them optional properties and check them ' +
      'in the method.',
  );
}
