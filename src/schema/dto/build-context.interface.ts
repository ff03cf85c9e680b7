import type { ClassLibraries, DtoClass } from './class-libraries.js';
import type { ClassModel } from './class-model.interface.js';
import type { DtoValidationSettings } from '../dto-validation-settings.interface.js';

/** What is shared while the classes below one root are read. */
export interface BuildContext {
  readonly where: string;
  readonly role: 'input' | 'output';
  readonly libraries: ClassLibraries;
  readonly settings: DtoValidationSettings;
  /** Whether optional properties of an output may be null without saying so themselves. */
  readonly nullableOptionals: boolean;
  /** By identity, so that classes of one name stay apart and recursion ends. */
  readonly models: Map<DtoClass, ClassModel>;
  /** Reads a nested class; handed down because classes and properties are built in turn. */
  readonly buildClass: (type: DtoClass, context: BuildContext) => ClassModel;
  /** What the build found out about the whole tree. */
  readonly findings: { isSync: boolean; hasTransforms: boolean };
}
