import type { ToolDefinition } from '../../src/registry/definitions.interface.js';
import type { CompiledSchema } from '../../src/schema/compiled-schema.interface.js';

/** What a staged tool does at each stage besides leaving its name on the trail. */
export interface Stages {
  readonly guard?: () => void | Promise<void>;
  readonly isValid?: boolean;
}

/** A tool that leaves a trail of the stages a call goes through. */
export function stagedTool(name: string, trail: string[], stages: Stages = {}): ToolDefinition {
  return {
    name,
    input: stagedSchema(trail, stages.isValid ?? true),
    handler: {
      place: `Staged.${name}`,
      interceptors: [],
      open: () => ({
        guard: () => {
          trail.push('guard');
          return stages.guard?.();
        },
        invoke: async () => {
          trail.push('handler');
          return 'done';
        },
      }),
    },
  };
}

function stagedSchema(trail: string[], isValid: boolean): CompiledSchema {
  return {
    json: { type: 'object' },
    validate: (value: unknown) => {
      trail.push('validation');
      return isValid
        ? { ok: true, value }
        : { ok: false, issues: [{ path: 'sum', message: 'must be integer' }] };
    },
  };
}
