// Traces and metrics by OpenTelemetry. Needs the package `@opentelemetry/api`.
export { openTelemetry } from './opentelemetry/open-telemetry.js';
export type { OpenTelemetryOptions } from './opentelemetry/open-telemetry-options.interface.js';
