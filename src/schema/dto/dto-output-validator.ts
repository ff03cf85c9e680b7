import type { BuildContext } from './build-context.interface.js';
import type { ConstraintError } from './class-libraries.js';
import type { ClassModel } from './class-model.interface.js';
import { emitOutput } from './emit-output.js';
import { guardValidation } from './guard-validation.js';
import { runValidator } from './run-validator.js';
import { shapeOutput } from './shape-output.js';
import { toIssues } from './to-issues.js';
import type { CompiledSchema, ValidationOutcome } from '../compiled-schema.interface.js';

/**
 * What a handler returned, reduced to the declared properties and validated as it will be sent.
 *
 * @internal
 */
export function dtoOutputValidator(
  model: ClassModel,
  context: BuildContext,
): CompiledSchema['validate'] {
  const run = runValidator(context, {});
  const validate: CompiledSchema['validate'] = (value) => {
    const { instance, issues: early } = shapeOutput(value, model, context);
    if (instance === undefined) return { ok: false, issues: early };
    const finish = (errors: ConstraintError[]): ValidationOutcome => {
      const issues = [...early, ...toIssues(errors, model)];
      return issues.length > 0
        ? { ok: false, issues }
        : { ok: true, value: emitOutput(instance, model) };
    };
    return guardValidation(context, early, () => {
      const errors = run(instance);
      return errors instanceof Promise ? errors.then(finish) : finish(errors);
    });
  };
  return (value) => {
    try {
      return validate(value);
    } catch (error) {
      // A getter, `toJSON` or `@Transform` of the application: its failure, not the value's.
      return Promise.reject(error);
    }
  };
}
