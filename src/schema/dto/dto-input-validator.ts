import type { BuildContext } from './build-context.interface.js';
import type { ConstraintError } from './class-libraries.js';
import type { ClassModel } from './class-model.interface.js';
import { guardValidation } from './guard-validation.js';
import { prepareInput, type PreparedInput, type PrepareOptions } from './prepare-input.js';
import { runValidator } from './run-validator.js';
import { toIssues } from './to-issues.js';
import type {
  CompiledSchema,
  ValidationIssue,
  ValidationOutcome,
} from '../compiled-schema.interface.js';
import { isJsonObject } from '../../protocol/json.js';

const NOT_AN_OBJECT: ValidationOutcome = {
  ok: false,
  issues: [{ path: '', message: 'must be an object' }],
};

/**
 * JSON value, checked on its face, made an instance by class-transformer, judged by class-validator.
 *
 * @internal
 */
export function dtoInputValidator(
  model: ClassModel,
  context: BuildContext,
  closed: boolean,
): CompiledSchema['validate'] {
  const { settings, libraries, findings } = context;
  const whitelist = settings.whitelist !== false;
  const options: PrepareOptions = { closed, keepUnknown: !whitelist || findings.hasTransforms };
  // What is unknown was refused while preparing; here it is only stripped.
  const run = runValidator(context, { whitelist });
  return (value) => {
    if (!isJsonObject(value)) return NOT_AN_OBJECT;
    const prepared = prepareInput(value, model, options);
    const known = [...prepared.issues, ...prepared.suspects];
    return guardValidation(context, known, () => {
      const instance = libraries.transformer.plainToInstance(
        model.type,
        prepared.plain,
        settings.transformOptions,
      );
      const finish = (errors: ConstraintError[]): ValidationOutcome =>
        conclude(instance, prepared, toIssues(errors, model));
      const errors = run(instance);
      return errors instanceof Promise ? errors.then(finish) : finish(errors);
    });
  };
}

function conclude(
  instance: object,
  { issues: early }: PreparedInput,
  late: readonly ValidationIssue[],
): ValidationOutcome {
  if (early.length === 0 && late.length === 0) return { ok: true, value: instance };
  // Where the container is wrong, what validators say of its content is noise.
  const news = late.filter(
    ({ path }) => !early.some((one) => path === one.path || path.startsWith(`${one.path}.`)),
  );
  return { ok: false, issues: [...early, ...news] };
}
