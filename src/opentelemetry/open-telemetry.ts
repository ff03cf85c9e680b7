import type { McpInstrumentation } from '../dispatch/telemetry/instrumentation.interface.js';
import { OpenTelemetryInstrumentation } from './open-telemetry-instrumentation.js';
import type { OpenTelemetryOptions } from './open-telemetry-options.interface.js';

/**
 * Traces and measures a server by the semantic conventions of OpenTelemetry for MCP: a span for each
 * request and notification, `mcp.server.operation.duration`, and `mcp.server.session.duration` of
 * sessions up to 2025-11-25. Register your SDK before the application starts.
 *
 * @example
 * ```ts
 * McpModule.forRoot({ name: 'shop', instrumentation: openTelemetry() });
 * ```
 * @returns the value of the option `instrumentation`; the start of the application fails with
 *   McpConfigurationError where `@opentelemetry/api` is not installed
 * @publicApi
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): McpInstrumentation {
  return new OpenTelemetryInstrumentation(options);
}
