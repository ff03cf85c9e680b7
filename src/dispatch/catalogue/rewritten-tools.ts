import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import type { JsonObject } from '../../protocol/json.js';
import { checkListed } from '../../registry/check-listed.js';
import type { ToolDescription } from '../../registry/definition-descriptions.interface.js';
import type { ToolDefinition } from '../../registry/definitions.interface.js';
import { findMirroredParameters } from '../../registry/find-mirrored-parameters.js';
import { sealDefinition } from '../../registry/seal-definition.js';
import { taskTerms } from '../../registry/task-terms.js';
import { compileSchema } from '../../schema/compile-schema.js';
import type { CompiledSchema } from '../../schema/compiled-schema.interface.js';

/** Ways in which one tool may be shown that are kept; the oldest makes room. */
const MAX_KEPT = 64;

/**
 * Tools as a hook of the application wants them to be for one caller. The same change of the same tool
 * gives the same definition, so that schemas are compiled once and calls can tell whether it is still
 * the one.
 */
export class RewrittenTools {
  private readonly known = new WeakMap<ToolDefinition, Map<string, Promise<ToolDefinition>>>();

  /** @throws McpConfigurationError for a schema that is none */
  rewrite(origin: ToolDefinition, description: ToolDescription): Promise<ToolDefinition> {
    const key = JSON.stringify(description);
    const kept = this.known.get(origin) ?? new Map<string, Promise<ToolDefinition>>();
    this.known.set(origin, kept);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = define(origin, JSON.parse(key) as ToolDescription);
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return made;
  }
}

async function define(
  origin: ToolDefinition,
  { inputSchema, outputSchema, taskSupport, ...shown }: ToolDescription,
): Promise<ToolDefinition> {
  const where = `hooks.serverTools, tool "${origin.name}"`;
  checkListed('tools', shown, where);
  const input = await narrowed(origin.input, inputSchema, 'input', where);
  return sealDefinition({
    ...shown,
    annotations: annotationsOf(origin, shown),
    handler: origin.handler,
    task: taskOf(origin, taskSupport, where),
    input,
    mirrored: input === origin.input ? origin.mirrored : findMirroredParameters(input.json, where),
    output: await outputOf(origin, outputSchema, where),
  });
}

/** A tool can be kept from running as a task, or kept to it; how it does is its own affair. */
function taskOf(
  { task }: ToolDefinition,
  taskSupport: ToolDescription['taskSupport'],
  where: string,
): ToolDefinition['task'] {
  if (taskSupport === undefined || taskSupport === task?.support) return taskSupport && task;
  if (task === undefined) {
    throw new McpConfigurationError(`${where}: it does not run as a task, and cannot be made to`);
  }
  return taskTerms({ ...task, support: taskSupport }, where);
}

/** Nobody can make a tool look harmless to the policy. */
function annotationsOf(
  origin: ToolDefinition,
  { annotations }: Pick<ToolDescription, 'annotations'>,
): ToolDescription['annotations'] {
  if (origin.annotations?.sensitive !== true) return annotations;
  return { ...annotations, sensitive: true };
}

async function outputOf(
  { output }: ToolDefinition,
  schema: JsonObject | undefined,
  where: string,
): Promise<CompiledSchema | undefined> {
  if (schema === undefined) return undefined;
  if (output === undefined) {
    throw new McpConfigurationError(`${where}: it has no output schema that could be changed`);
  }
  return narrowed(output, schema, 'output', where);
}

/** What the changed schema takes must fit the original too, which makes what the method gets of it. */
async function narrowed(
  original: CompiledSchema,
  schema: JsonObject,
  role: 'input' | 'output',
  where: string,
): Promise<CompiledSchema> {
  if (JSON.stringify(schema) === JSON.stringify(original.json)) return original;
  const changed = await compileSchema(schema, { role, where });
  const [first, second] = role === 'input' ? [changed, original] : [original, changed];
  return {
    json: changed.json,
    validate: async (value) => {
      const outcome = await first.validate(value);
      return outcome.ok ? second.validate(outcome.value) : outcome;
    },
  };
}
