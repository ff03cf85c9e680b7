import type { MeterProvider, TracerProvider } from '@opentelemetry/api';

/**
 * Options of {@link openTelemetry}.
 *
 * @publicApi
 */
export interface OpenTelemetryOptions {
  /** Makes the spans; default: the one that is registered. */
  readonly tracerProvider?: TracerProvider;
  /** Takes the measurements; default: the one that is registered when the application starts. */
  readonly meterProvider?: MeterProvider;
  /** Whether spans carry the arguments of tool calls, which may be private; default false. */
  readonly captureArguments?: boolean;
  /** Whether spans carry the results of tool calls, which may be private; default false. */
  readonly captureResults?: boolean;
  /**
   * Whether the status of a span has the message of the error, which may quote what the client sent;
   * default false, and then it has the code only.
   */
  readonly captureErrorMessages?: boolean;
  /** Characters of an attribute with words of the client; what is longer is cut; default 4096. */
  readonly maxAttributeLength?: number;
}
