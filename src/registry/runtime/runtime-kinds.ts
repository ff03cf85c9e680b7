import { compileSchema } from '../../schema/compile-schema.js';
import type { SchemaSource } from '../../schema/schema-source.js';
import { checkResourceUri } from '../check-resource-uri.js';
import { checkToolName } from '../check-tool-name.js';
import { checkToolTimeout } from '../check-tool-timeout.js';
import { checkVariables } from '../check-variables.js';
import type { CompletionTarget, Definitions, ListName } from '../definitions.interface.js';
import { findMirroredParameters } from '../find-mirrored-parameters.js';
import { warnOfRootCombinators } from '../warn-of-root-combinators.js';
import { NO_ARGUMENTS } from '../no-arguments.js';
import { promptArguments } from '../prompt-arguments.js';
import { requireOneAddress } from '../require-one-address.js';
import { parseUriTemplate } from '../uri-template/parse-uri-template.js';
import type { RuntimePrompt } from './runtime-prompt.interface.js';
import type { RuntimeResourceTemplate } from './runtime-resource-template.interface.js';
import type { RuntimeResource } from './runtime-resource.interface.js';
import type { RuntimeTool } from './runtime-tool.interface.js';

/** What is registered at run time, by the list it goes to. */
export interface RuntimeOf {
  readonly tools: RuntimeTool;
  readonly resources: RuntimeResource;
  readonly resourceTemplates: RuntimeResourceTemplate;
  readonly prompts: RuntimePrompt;
}

type Handled = 'handler' | 'complete';

/** Choices of the application about schemas. */
export interface SchemaRules {
  /** Whether optional properties of output DTOs may be null. */
  readonly nullableOptionals?: boolean;
}

/** What is particular to one kind of thing that is registered. */
export interface RuntimeKind<List extends ListName> {
  /** `registerTools`, for messages. */
  readonly method: string;
  readonly noun: string;
  /** The member that tells one from another. */
  readonly key: keyof RuntimeOf[List] & string;
  /** The hook of the application that serves those without a handler. */
  readonly hook: string;

  /** @throws McpConfigurationError that begins with `where` */
  define(
    given: Omit<RuntimeOf[List], Handled>,
    where: string,
    rules: SchemaRules,
  ): Promise<Omit<Definitions[List], 'handler'>>;

  /** What a completer of one argument completes; absent where nothing can be. */
  target?(key: string, argument: string): CompletionTarget;
}

/** How what is registered at run time becomes the definitions of each list. */
export const RUNTIME_KINDS: { readonly [List in ListName]: RuntimeKind<List> } = {
  tools: {
    method: 'registerTools',
    noun: 'tool',
    key: 'name',
    hook: 'onToolCall',
    define: async ({ input: source, output, ...listed }, where, { nullableOptionals }) => {
      checkToolName(listed.name, where);
      checkToolTimeout(listed.timeoutMs, where);
      const input = (await compileInput(source, where)) ?? NO_ARGUMENTS;
      warnOfRootCombinators(input.json, where);
      return {
        ...listed,
        input,
        mirrored: findMirroredParameters(input.json, where),
        output:
          output && (await compileSchema(output, { role: 'output', where, nullableOptionals })),
      };
    },
    target: (name, argument) => ({ type: 'ref/tool', name, argument }),
  },
  resources: {
    method: 'registerResources',
    noun: 'resource',
    key: 'uri',
    hook: 'onResourceRead',
    define: async (listed, where) => {
      requireOneAddress(listed, where);
      checkResourceUri(listed.uri, where);
      return listed;
    },
  },
  resourceTemplates: {
    method: 'registerResourceTemplates',
    noun: 'resource template',
    key: 'uriTemplate',
    hook: 'onResourceRead',
    define: async (given, where) => {
      requireOneAddress(given, where);
      const { uriTemplate, input: source, allowEncodedSlash = false, ...listed } = given;
      const template = parseUriTemplate(uriTemplate, where);
      const input = await compileInput(source, where);
      checkVariables(template.variables, input, where);
      return { ...listed, template, allowEncodedSlash, input };
    },
    target: (uri, argument) => ({ type: 'ref/resource', uri, argument }),
  },
  prompts: {
    method: 'registerPrompts',
    noun: 'prompt',
    key: 'name',
    hook: 'onPromptGet',
    define: async ({ input: source, ...listed }, where) => {
      const input = await compileInput(source, where, true);
      return { ...listed, input, arguments: promptArguments(input) };
    },
    target: (name, argument) => ({ type: 'ref/prompt', name, argument }),
  },
};

/** @param fromText true where clients can send nothing but texts */
const compileInput = async (source: SchemaSource | undefined, where: string, fromText = false) =>
  source === undefined ? undefined : compileSchema(source, { role: 'input', where, fromText });
