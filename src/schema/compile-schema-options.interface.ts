import type { DtoValidationSettings } from './dto-validation-settings.interface.js';

/** What `compileSchema` must know besides the source. */
export interface CompileSchemaOptions {
  /** `input`: the value comes from a client. `output`: the value goes to a client. */
  readonly role: 'input' | 'output';
  /** The place to name in configuration errors, such as `OrdersService.findOrder`. */
  readonly where: string;
  /** Concerns DTO classes only. */
  readonly validation?: DtoValidationSettings;
  /** Members arrive as text, whatever their type, as the arguments of prompts do. Default `false`. */
  readonly fromText?: boolean;
}
