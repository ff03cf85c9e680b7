import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import { storeHeader } from '../schema/dto/header-metadata.js';

/**
 * Clients repeat this property of a tool's DTO in the HTTP header `Mcp-Param-<name>`, so that load
 * balancers and gateways can route by it without reading the body. A call whose header and argument
 * differ is refused with `-32020` and status 400. Up to 2025-11-25, on stdio and in memory it means
 * nothing (2026-07-28, Tools, x-mcp-header).
 *
 * The property must be a string, an integer (`@IsInt()`) or a boolean, in the DTO itself or in a
 * class nested in it, but not in a list. Everybody on the way can read a header, so never mark
 * passwords, tokens or personal data.
 *
 * @param name what follows `Mcp-Param-`: an HTTP token, unique in the tool whatever its case
 * @example
 * ```ts
 * class RunQueryDto {
 *   @McpHeader('Region')
 *   @IsString()
 *   region!: string;   // Mcp-Param-Region
 * }
 * ```
 * @publicApi
 */
export function McpHeader(name: string): HeaderDecorator {
  const decorate: PropertyDecorator = (target, property) => {
    if (typeof target === 'function' || typeof property !== 'string') {
      const owner = typeof target === 'function' ? target.name : target.constructor.name;
      throw new McpConfigurationError(
        `@McpHeader() on ${owner}.${String(property)}: only properties of instances can be mirrored`,
      );
    }
    storeHeader(target, property, name);
  };
  return decorate as HeaderDecorator;
}

/** For properties whose values fit into a header. Without arguments it can be composed with others. */
interface HeaderDecorator {
  (): void;
  <Property extends string>(target: Mirrorable<Property>, property: Property): void;
}

type Mirrorable<Property extends string> = {
  readonly [P in Property]?: string | number | boolean | null;
};
