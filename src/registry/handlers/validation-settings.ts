import { ValidationPipe } from '@nestjs/common';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import type { DtoValidationSettings } from '../../schema/dto-validation-settings.interface.js';
import type { ProviderHost } from './provider-host.js';

/** Fields of ValidationPipe that hold its options (protected there). */
interface ValidationPipeOptionsHolder {
  readonly validatorOptions?: DtoValidationSettings;
  readonly transformOptions?: DtoValidationSettings['transformOptions'];
}

/**
 * How the application validates DTOs around a method: the settings of the innermost ValidationPipe
 * among its pipes (outermost first), or none. Nest would run all of them, so unknown properties are
 * refused if any of them refuses them.
 */
export function validationSettings(
  pipes: readonly unknown[],
  host: ProviderHost,
): DtoValidationSettings {
  const settings = pipes
    .map((pipe) => instanceOf(pipe, host))
    .filter((pipe) => pipe instanceof ValidationPipe)
    .map(readSettings);
  const forbidNonWhitelisted = settings.some((one) => one.forbidNonWhitelisted === true);
  return { ...settings.at(-1), ...(forbidNonWhitelisted && { forbidNonWhitelisted }) };
}

function instanceOf(pipe: unknown, host: ProviderHost): unknown {
  if (typeof pipe !== 'function') return pipe;
  const wrapper = host.module.injectables.get(pipe) as InstanceWrapper | undefined;
  return wrapper?.instance;
}

function readSettings(pipe: ValidationPipe): DtoValidationSettings {
  const { validatorOptions, transformOptions } = pipe as unknown as ValidationPipeOptionsHolder;
  return {
    ...validatorOptions,
    // The arguments of a tool are stripped even where the pipe would let unknown properties pass.
    whitelist: true,
    transformOptions,
  };
}
