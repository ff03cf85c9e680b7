import type { DtoValidationSettings } from './dto-validation-settings.interface.js';

/** What `compileSchema` must know besides the source. */
export interface CompileSchemaOptions {
  /** `input`: the value comes from a client. `output`: the value goes to a client. */
  readonly role: 'input' | 'output';
  /** The place to name in configuration errors, such as `OrdersService.findOrder`. */
  readonly where: string;
  /** Concerns DTO classes only. */
  readonly validation?: DtoValidationSettings;
  /**
   * Optional properties of an output may be null, and say so; otherwise null is left out of them. Concerns
   * DTO classes only. Default `false`.
   */
  readonly nullableOptionals?: boolean;
  /** Members arrive as text, whatever their type, as the arguments of prompts do. Default `false`. */
  readonly fromText?: boolean;
}
