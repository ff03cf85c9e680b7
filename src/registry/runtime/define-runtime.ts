import { isJsonObject } from '../../protocol/json.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import { checkListed } from '../check-listed.js';
import { describeTarget, isCompletable } from '../completion-targets.js';
import { DEFINITION_KINDS } from '../definition-kinds.js';
import type { CompletionDefinition, Definitions, ListName } from '../definitions.interface.js';
import type { BoundHandler } from '../handlers/bound-handler.interface.js';
import { FunctionHandler } from '../handlers/function-handler.js';
import { MissingHandler } from '../handlers/missing-handler.js';
import type { RuntimeCompleter, RuntimeCompleters } from './runtime-completers.interface.js';
import type { RuntimeOf, SchemaRules } from './runtime-kinds.js';
import { RUNTIME_KINDS } from './runtime-kinds.js';

/** What depends on the call and on the application. */
export interface RuntimeRules extends SchemaRules {
  /** They follow a live source. */
  readonly derived?: boolean;
  /** True where a hook serves those of the list that have no handler. */
  readonly hasFallback?: (list: ListName) => boolean;
}

/** Ready to be put into a catalogue. */
export interface RuntimeDefinitions<List extends ListName> {
  readonly definitions: readonly Definitions[List][];
  readonly completions: readonly CompletionDefinition[];
}

/** What all kinds have in common, as it may have been given. */
interface Given {
  readonly name?: unknown;
  readonly handler?: unknown;
  readonly complete?: unknown;
}

/**
 * Checks and compiles what is registered at run time.
 *
 * @throws McpConfigurationError naming the position of the first that is wrong
 */
export async function defineRuntime<List extends ListName>(
  list: List,
  given: readonly RuntimeOf[List][],
  { derived = false, hasFallback = () => false, ...schemas }: RuntimeRules = {},
): Promise<RuntimeDefinitions<List>> {
  const positions = new Map<string, number>();
  const definitions: Definitions[List][] = [];
  const completions: CompletionDefinition[] = [];
  for (const [index, one] of given.entries()) {
    const where = placeOf(list, one, index, positions);
    const { handler, complete, ...listed } = one as RuntimeOf[List] & Given;
    checkListed(list, one, where);
    const definition = {
      ...(await RUNTIME_KINDS[list].define(listed, where, schemas)),
      handler: bind(list, handler, where, hasFallback),
      derived,
    } as Definitions[List];
    definitions.push(definition);
    completions.push(...completersOf(list, definition, complete, where));
  }
  return { definitions, completions };
}

/** `registerTools(), tool 1 ("find")`, once it is clear that this is the first of its name. */
function placeOf<List extends ListName>(
  list: List,
  one: RuntimeOf[List] | undefined,
  index: number,
  positions: Map<string, number>,
): string {
  const { method, noun, key: keyMember } = RUNTIME_KINDS[list];
  const key: unknown = one?.[keyMember];
  const where = `${method}(), ${noun} ${index} ("${String(key)}")`;
  requireString(keyMember, key, where);
  requireString('name', (one as Given).name, where);
  const first = positions.get(key);
  if (first !== undefined) {
    throw new McpConfigurationError(
      `${where}: the ${keyMember} is given twice, first by ${noun} ${first}; drop or rename one`,
    );
  }
  positions.set(key, index);
  return where;
}

function requireString(member: string, value: unknown, where: string): asserts value is string {
  if (typeof value === 'string') return;
  throw new McpConfigurationError(`${where}: ${member} must be a string`);
}

function bind(
  list: ListName,
  handler: unknown,
  where: string,
  hasFallback: (list: ListName) => boolean,
): BoundHandler {
  if (handler === undefined && hasFallback(list)) return new MissingHandler(where);
  if (typeof handler !== 'function') {
    throw new McpConfigurationError(
      `${where}: handler must be a function. Only where the application has the hook ` +
        `${RUNTIME_KINDS[list].hook} it may be left out.`,
    );
  }
  const run = handler as (...args: unknown[]) => unknown;
  // What has one address has no arguments.
  return new FunctionHandler(
    where,
    list === 'resources' ? (_args: unknown, context: unknown) => run(context) : run,
  );
}

function completersOf<List extends ListName>(
  list: List,
  definition: Definitions[List],
  complete: unknown,
  where: string,
): readonly CompletionDefinition[] {
  if (complete === undefined) return [];
  const { target: targetOf } = RUNTIME_KINDS[list];
  if (targetOf === undefined || !isJsonObject(complete)) {
    throw new McpConfigurationError(`${where}: complete must be an object of functions`);
  }
  const key = DEFINITION_KINDS[list].keyOf(definition);
  const found = () => definition as never;
  const itself = { findTool: found, findPrompt: found, findTemplate: found };
  return Object.entries(complete as RuntimeCompleters).map(([argument, completer]) => {
    const target = targetOf(key, argument);
    if (typeof completer !== 'function') {
      throw new McpConfigurationError(`${where}: complete.${argument} must be a function`);
    }
    if (!isCompletable(itself, target)) {
      throw new McpConfigurationError(
        `${where}: complete.${argument} completes ${describeTarget(target)}, which does not exist`,
      );
    }
    return { target, handler: completerHandler(`${where}, complete.${argument}`, completer) };
  });
}

/** What a completer is called with, as `completion/complete` makes it. */
interface Typed {
  readonly value: string;
  readonly context: Readonly<Record<string, string>>;
}

const completerHandler = (where: string, complete: RuntimeCompleter): BoundHandler =>
  new FunctionHandler(where, ({ value, context: chosen }: Typed, context: never) =>
    complete(value, chosen, context),
  );
