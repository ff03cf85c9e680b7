import type { JsonObject } from '../../protocol/json.js';

/** The `elicitation/create` that asks a person about a tool call. `mode` is left out: a form is the default. */
export function approvalPrompt(tool: string, prompt: string): JsonObject {
  return {
    message: prompt,
    requestedSchema: {
      type: 'object',
      properties: {
        approve: { type: 'boolean', description: `Approve the call of the tool "${tool}"` },
      },
      required: ['approve'],
    },
  };
}
