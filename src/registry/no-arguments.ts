import type { CompiledSchema } from '../schema/compiled-schema.interface.js';

/** The input of a tool that takes no arguments; whatever is sent is ignored. */
export const NO_ARGUMENTS: CompiledSchema = {
  json: Object.freeze({ type: 'object', properties: Object.freeze({}) }),
  validate: () => ({ ok: true, value: {} }),
};
