import type { CompletionOptions } from '../../decorators/completion-options.interface.js';
import type { HandlerKind } from '../../decorators/metadata-keys.js';
import type { PromptOptions } from '../../decorators/prompt-options.interface.js';
import type {
  FixedResourceOptions,
  ResourceOptions,
  TemplateResourceOptions,
} from '../../decorators/resource-options.interface.js';
import type { ResourceFeedOptions } from '../../decorators/resource-feed-options.interface.js';
import type { ToolOptions } from '../../decorators/tool-options.interface.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import { compileSchema } from '../../schema/compile-schema.js';
import type { CompiledSchema } from '../../schema/compiled-schema.interface.js';
import type { SchemaSource } from '../../schema/schema-source.js';
import type {
  CompletionDefinition,
  CompletionTarget,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from '../definitions.interface.js';
import { checkEnhancers } from '../handlers/check-enhancers.js';
import type { NestParts } from '../handlers/nest-handler.js';
import { NestHandler } from '../handlers/nest-handler.js';
import type { PipelineTarget } from '../handlers/nest-pipeline.js';
import { planParameters } from '../handlers/parameter-plan.js';
import { validationSettings } from '../handlers/validation-settings.js';
import { parseUriTemplate } from '../uri-template/parse-uri-template.js';
import { checkListed } from '../check-listed.js';
import { checkResourceUri } from '../check-resource-uri.js';
import type { Catalogue } from '../catalogue.interface.js';
import { checkToolName } from '../check-tool-name.js';
import { checkToolTimeout } from '../check-tool-timeout.js';
import { checkVariables } from '../check-variables.js';
import { findMirroredParameters } from '../find-mirrored-parameters.js';
import { defineFeed } from '../feeds/define-feed.js';
import type { FeedDefinition } from '../feeds/feed-definition.interface.js';
import { NO_ARGUMENTS } from '../no-arguments.js';
import { promptArguments } from '../prompt-arguments.js';
import { requireOneAddress } from '../require-one-address.js';
import { taskTerms } from '../task-terms.js';
import { warnOfRootCombinators } from '../warn-of-root-combinators.js';
import type { DecoratedMethod } from './decorated-method.interface.js';

/** Turns the method's name into the name of a tool, resource or prompt. */
export type NamingStrategy = (method: string) => string;

interface Binding {
  readonly handler: NestHandler;
  /** Schema of the arguments, absent when the method takes none. */
  readonly input: CompiledSchema | undefined;
}

/** Makes definitions of decorated methods: handler, schemas and everything that is listed. */
export class HandlerDefiner {
  constructor(
    private readonly nest: NestParts,
    private readonly naming: NamingStrategy,
    private readonly nullableOptionals: boolean,
  ) {}

  async tool(method: DecoratedMethod, options: ToolOptions): Promise<ToolDefinition> {
    const where = `@McpTool() on ${method.place}`;
    const { name = this.naming(method.property), output, input: _input, task, ...listed } = options;
    checkToolName(name, where);
    checkToolTimeout(listed.timeoutMs, where);
    checkListed('tools', options, where);
    const { handler, input = NO_ARGUMENTS } = await this.bind(method, 'tool', where, options.input);
    const what = `${where} (tool "${name}")`;
    warnOfRootCombinators(input.json, what);
    return {
      ...listed,
      name,
      handler,
      input,
      task: taskTerms(task, where),
      mirrored: findMirroredParameters(input.json, what),
      output: output && (await this.compileOutput(output, where)),
    };
  }

  async fixedResource(
    method: DecoratedMethod,
    options: FixedResourceOptions,
  ): Promise<ResourceDefinition> {
    const where = `@McpResource() on ${method.place}`;
    checkListed('resources', options, where);
    checkResourceUri(options.uri, where);
    const { handler, input } = await this.bind(method, 'resource', where, undefined);
    if (input !== undefined) {
      throw new McpConfigurationError(
        `${where}: a resource with a fixed uri has no arguments; drop the parameter or use uriTemplate`,
      );
    }
    return { ...options, name: options.name ?? this.naming(method.property), handler };
  }

  async resourceTemplate(
    method: DecoratedMethod,
    options: TemplateResourceOptions,
  ): Promise<ResourceTemplateDefinition> {
    const where = `@McpResource() on ${method.place}`;
    checkListed('resourceTemplates', options, where);
    const { uriTemplate, input: source, allowEncodedSlash = false, ...listed } = options;
    const template = parseUriTemplate(uriTemplate, where);
    const { handler, input } = await this.bind(method, 'resource', where, source);
    checkVariables(template.variables, input, where);
    const name = options.name ?? this.naming(method.property);
    return { ...listed, name, template, allowEncodedSlash, handler, input };
  }

  async prompt(method: DecoratedMethod, options: PromptOptions): Promise<PromptDefinition> {
    const where = `@McpPrompt() on ${method.place}`;
    checkListed('prompts', options, where);
    const { input: source, name = this.naming(method.property), ...listed } = options;
    const { handler, input } = await this.bind(method, 'prompt', where, source);
    return { ...listed, name, handler, input, arguments: promptArguments(input) };
  }

  async completion(
    method: DecoratedMethod,
    options: CompletionOptions,
  ): Promise<CompletionDefinition> {
    const where = `@McpCompletion() on ${method.place}`;
    const { handler } = await this.bind(method, 'completion', where, undefined);
    return { target: completionTarget(options, where), handler };
  }

  /** @param catalogue has the resource already */
  feed(
    method: DecoratedMethod,
    options: ResourceFeedOptions,
    catalogue: Catalogue,
  ): Promise<FeedDefinition> {
    return defineFeed(method, options, { catalogue, config: this.nest.config });
  }

  private compileOutput(source: SchemaSource, where: string): Promise<CompiledSchema> {
    const { nullableOptionals } = this;
    return compileSchema(source, { role: 'output', where, nullableOptionals });
  }

  private async bind(
    method: DecoratedMethod,
    kind: HandlerKind,
    where: string,
    source: SchemaSource | undefined,
  ): Promise<Binding> {
    const { host, property, place } = method;
    const implementation = Reflect.get(
      host.prototype,
      property,
    ) as PipelineTarget['implementation'];
    const parameters = planParameters({
      prototype: host.prototype,
      property,
      kind,
      place: where,
      hasSchema: source !== undefined,
    });
    const target: PipelineTarget = { host, method: property, implementation, parameters };
    checkEnhancers(target, where, this.nest.config);
    const handler = new NestHandler(place, target, this.nest);
    const schema = source ?? (kind === 'completion' ? undefined : parameters.argumentsType);
    if (schema === undefined) return { handler, input: undefined };
    const validation = validationSettings(handler.pipes, host);
    // Arguments of prompts are a map of strings in every revision (Prompts).
    const options = { role: 'input', where, validation, fromText: kind === 'prompt' } as const;
    return { handler, input: await compileSchema(schema, options) };
  }
}

/** True for the form of `@McpResource()` with a fixed `uri`. */
export function isFixedResource(
  options: ResourceOptions,
  place: string,
): options is FixedResourceOptions {
  return requireOneAddress(options, `@McpResource() on ${place}`) === 'uri';
}

function completionTarget(options: CompletionOptions, where: string): CompletionTarget {
  const { prompt, uriTemplate, tool, argument, variable } = options as GivenTarget;
  if (prompt !== undefined && argument !== undefined) {
    return { type: 'ref/prompt', name: prompt, argument };
  }
  if (uriTemplate !== undefined && variable !== undefined) {
    return { type: 'ref/resource', uri: uriTemplate, argument: variable };
  }
  if (tool !== undefined && argument !== undefined) {
    return { type: 'ref/tool', name: tool, argument };
  }
  throw new McpConfigurationError(
    `${where} needs { prompt, argument }, { uriTemplate, variable } or { tool, argument }`,
  );
}

/** As a caller without types may give it. */
type GivenTarget = Partial<
  Record<'prompt' | 'uriTemplate' | 'tool' | 'argument' | 'variable', string>
>;
