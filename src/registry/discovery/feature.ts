import type { Provider, Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { randomId } from '../../protocol/id-generator.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import type { ProviderHost } from '../handlers/provider-host.js';

/** Classes of providers, controllers and modules, and the servers that offer what they declare. */
export interface Feature {
  readonly classes: readonly Type<unknown>[];
  readonly servers: readonly string[];
  /** Tells features apart where Nest compares modules by what they look like: classes by their names. */
  readonly id: string;
}

/** Registered, so that two copies of this package agree on it. */
const FEATURE = Symbol.for('nest-mcp:feature');

/**
 * What `McpModule.forFeature()` leaves for discovery.
 *
 * @throws McpConfigurationError for what is no class, as an import in a circle leaves one
 */
export function featureProvider(classes: readonly unknown[], servers: readonly string[]): Provider {
  const wrong = classes.findIndex((one) => typeof one !== 'function');
  if (wrong !== -1) {
    throw new McpConfigurationError(
      `McpModule.forFeature(): what stands at position ${wrong} is no class but ${String(classes[wrong])}. ` +
        'If it is undefined, look for files that import each other',
    );
  }
  const feature: Feature = { classes: classes as Feature['classes'], servers, id: randomId() };
  return { provide: FEATURE, useValue: feature };
}

/** What all modules of the application say, those too that were loaded late. */
export function featuresOf(modules: ModulesContainer): readonly Feature[] {
  return [...modules.values()].flatMap(
    ({ providers }) => (providers.get(FEATURE)?.instance as Feature | undefined) ?? [],
  );
}

/** True where one of the classes is that of the host, what it is provided under, or its module. */
export function names({ classes }: Feature, host: ProviderHost): boolean {
  return classes.some((one) => isOf(one, host));
}

/** @throws McpConfigurationError for a class that is neither a module nor in one */
export function requireAllThere(
  features: readonly Feature[],
  hosts: readonly ProviderHost[],
  modules: ModulesContainer,
): void {
  const isModule = (one: unknown) => [...modules.values()].some(({ metatype }) => metatype === one);
  const missing = features
    .flatMap(({ classes }) => classes)
    .find((one) => !isModule(one) && !hosts.some((host) => isOf(one, host)));
  if (missing === undefined) return;
  throw new McpConfigurationError(
    `McpModule.forFeature() names ${missing.name}, which is no module and in no module of this application; ` +
      'list it in `providers` or `controllers` of one',
  );
}

const isOf = (one: unknown, { classRef, wrapper, module }: ProviderHost): boolean =>
  [classRef, wrapper.metatype, wrapper.token, module.metatype].includes(one as never);
