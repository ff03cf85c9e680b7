import type { ApplicationConfig } from '@nestjs/core';
import type { Observable } from 'rxjs';
import { isObservable } from 'rxjs';
import type {
  FixedFeedOptions,
  ResourceFeedOptions,
  TemplateFeedOptions,
} from '../../decorators/resource-feed-options.interface.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import { compileSchema } from '../../schema/compile-schema.js';
import { checkVariables } from '../check-variables.js';
import type { DecoratedMethod } from '../discovery/decorated-method.interface.js';
import { boundEnhancers, globalEnhancers } from '../handlers/enhancers.js';
import type { ParameterSlot } from '../handlers/parameter-plan.js';
import { planParameters } from '../handlers/parameter-plan.js';
import { validationSettings } from '../handlers/validation-settings.js';
import type { Catalogue } from '../catalogue.interface.js';
import { findResource } from '../match-resources.js';
import { requireOneAddress } from '../require-one-address.js';
import type { FeedDefinition } from './feed-definition.interface.js';

/** What a feed is defined with. */
export interface FeedParts {
  readonly catalogue: Catalogue;
  readonly config: ApplicationConfig;
}

/**
 * Makes the definition of a decorated method.
 *
 * @throws McpConfigurationError for a feed of nothing, of a class without one instance, and with
 *   parameters nobody could fill
 */
export async function defineFeed(
  method: DecoratedMethod,
  options: ResourceFeedOptions,
  parts: FeedParts,
): Promise<FeedDefinition> {
  const where = `@McpResourceFeed() on ${method.place}`;
  requireOneInstance(method, where);
  return requireOneAddress(options, where) === 'uri'
    ? fixedFeed(method, (options as FixedFeedOptions).uri, parts, where)
    : templateFeed(method, options as TemplateFeedOptions, parts, where);
}

const WHAT_TO_FEED = 'Give what is in the @McpResource() of the same server.';

/** What clients share cannot be made for each of their requests. */
function requireOneInstance({ host: { wrapper } }: DecoratedMethod, where: string): void {
  if (wrapper.isDependencyTreeStatic() && !wrapper.isTransient) return;
  throw new McpConfigurationError(
    `${where}: a feed serves all clients at once, but its class is made for each request (it, ` +
      'something it injects, or an enhancer around it is request-scoped or transient). Move the feed to ' +
      'a class of its own.',
  );
}

function fixedFeed(
  method: DecoratedMethod,
  uri: string,
  { catalogue }: FeedParts,
  where: string,
): FeedDefinition {
  const found = findResource(catalogue, uri);
  if (found === undefined || ('match' in found && found.match.kind !== 'match')) {
    throw new McpConfigurationError(
      `${where} feeds the resource "${uri}", which does not exist. ${WHAT_TO_FEED}`,
    );
  }
  if (parameterTypes(method).some((type, index) => index > 0 || type !== String)) {
    throw new McpConfigurationError(
      `${where}: the feed of one resource gets its URI, a string, and nothing else. Drop the other parameters, or ` +
        'give `uriTemplate`.',
    );
  }
  return { place: method.place, target: { uri }, open: () => watch(method, [uri], where) };
}

async function templateFeed(
  method: DecoratedMethod,
  { uriTemplate, input: source }: TemplateFeedOptions,
  { catalogue, config }: FeedParts,
  where: string,
): Promise<FeedDefinition> {
  const template = catalogue.findTemplate(uriTemplate);
  if (template === undefined) {
    throw new McpConfigurationError(
      `${where} feeds the resource template "${uriTemplate}", which does not exist. ${WHAT_TO_FEED}`,
    );
  }
  const { prototype } = method.host;
  const hasSchema = source !== undefined;
  const plan = { prototype, property: method.property, kind: 'resource', place: where } as const;
  const { slots, argumentsType } = planParameters({ ...plan, hasSchema });
  requireVariablesOnly(slots, where);
  const schema = source ?? argumentsType;
  const validation = validationOf(method, config);
  const input = schema && (await compileSchema(schema, { role: 'input', where, validation }));
  checkVariables(template.template.variables, input, where);
  return {
    place: method.place,
    target: { template },
    open: async (variables) => {
      if (input === undefined) return watch(method, argumentsOf(slots, variables), where);
      // Clients may subscribe to whatever matches; what cannot be read never changes.
      const outcome = await input.validate(variables);
      return outcome.ok ? watch(method, argumentsOf(slots, outcome.value), where) : undefined;
    },
  };
}

function requireVariablesOnly(slots: readonly ParameterSlot[], where: string): void {
  const other = slots.find(({ source }) => source !== 'arguments');
  if (other === undefined) return;
  throw new McpConfigurationError(
    `${where}: parameter ${other.index + 1} is about one call, but a feed serves all clients at once. ` +
      'It gets the variables of the template and nothing else.',
  );
}

const argumentsOf = (slots: readonly ParameterSlot[], value: unknown): readonly unknown[] =>
  slots.map(({ property }) =>
    property === undefined ? value : (value as Record<string, unknown>)[property],
  );

async function watch(
  { host, property }: DecoratedMethod,
  args: readonly unknown[],
  where: string,
): Promise<Observable<unknown>> {
  const instance = host.wrapper.instance as Record<string, (...args: unknown[]) => unknown>;
  const feed = await instance[property]?.(...args);
  if (isObservable(feed)) return feed;
  throw new TypeError(`${where} must return an Observable`);
}

function validationOf({ host, property }: DecoratedMethod, config: ApplicationConfig) {
  const implementation = Reflect.get(host.prototype, property) as object;
  const bound = boundEnhancers('pipes', host.classRef, implementation);
  return validationSettings([...globalEnhancers('pipes', config), ...bound], host);
}

function parameterTypes({ host, property }: DecoratedMethod): readonly unknown[] {
  const types: unknown = Reflect.getMetadata('design:paramtypes', host.prototype, property);
  return Array.isArray(types) ? types : [];
}
