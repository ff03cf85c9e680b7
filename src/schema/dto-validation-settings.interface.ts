/**
 * How DTO classes are validated. The shape is that of `ValidationPipeOptions`, so the options of an
 * application's global `ValidationPipe` can be handed over as they are; members of the pipe that
 * concern HTTP answers (`exceptionFactory`, `errorHttpStatusCode` …) are ignored.
 *
 * @internal
 */
export interface DtoValidationSettings {
  /** Unknown properties are stripped. Default `true`. */
  readonly whitelist?: boolean;
  /** Unknown properties are refused instead of stripped. Default `false`. */
  readonly forbidNonWhitelisted?: boolean;
  readonly groups?: string[];
  readonly always?: boolean;
  readonly strictGroups?: boolean;
  readonly skipMissingProperties?: boolean;
  readonly skipNullProperties?: boolean;
  readonly skipUndefinedProperties?: boolean;
  readonly stopAtFirstError?: boolean;
  readonly dismissDefaultMessages?: boolean;
  /** Passed to class-transformer as they are. */
  readonly transformOptions?: DtoTransformOptions;
}

/**
 * The options of class-transformer that decide which properties exist and how they are converted.
 *
 * @internal
 */
export interface DtoTransformOptions {
  readonly strategy?: 'excludeAll' | 'exposeAll';
  readonly excludeExtraneousValues?: boolean;
  readonly groups?: string[];
  readonly version?: number;
  readonly excludePrefixes?: string[];
  readonly ignoreDecorators?: boolean;
  readonly enableImplicitConversion?: boolean;
  readonly exposeDefaultValues?: boolean;
  readonly exposeUnsetFields?: boolean;
}
