import type { BuildContext } from './build-context.interface.js';
import type { ConstraintError } from './class-libraries.js';
import type { DtoValidationSettings } from '../dto-validation-settings.interface.js';

const PASSED_ON = [
  'groups',
  'always',
  'strictGroups',
  'skipMissingProperties',
  'skipNullProperties',
  'skipUndefinedProperties',
  'stopAtFirstError',
  'dismissDefaultMessages',
] as const satisfies readonly (keyof DtoValidationSettings)[];

/**
 * class-validator with the application's options. Synchronous where only its own validators are at
 * work: none of them is asynchronous, and a promise for each call costs more than the check.
 *
 * @internal
 */
export function runValidator(
  { libraries, settings, findings }: BuildContext,
  unknownProperties: { readonly whitelist?: boolean; readonly forbidNonWhitelisted?: boolean },
): (instance: object) => ConstraintError[] | Promise<ConstraintError[]> {
  const { validator } = libraries;
  const options = {
    ...Object.fromEntries(PASSED_ON.map((key) => [key, settings[key]])),
    ...unknownProperties,
    validationError: { target: false, value: false },
  };
  return findings.isSync
    ? (instance) => validator.validateSync(instance, options)
    : (instance) => validator.validate(instance, options);
}
