import { isJsonObject } from '../protocol/json.js';
import type { CompiledSchema } from '../schema/compiled-schema.interface.js';
import type { PromptArgument } from './definitions.interface.js';

/** The arguments of a prompt as they are listed. */
export function promptArguments(input: CompiledSchema | undefined): readonly PromptArgument[] {
  const { properties, required } = (input?.json ?? {}) as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
  };
  return Object.entries(properties ?? {}).map(([name, schema]) => {
    const { title, description } = (isJsonObject(schema) ? schema : {}) as Partial<PromptArgument>;
    return {
      name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      required: required?.includes(name) ?? false,
    };
  });
}
