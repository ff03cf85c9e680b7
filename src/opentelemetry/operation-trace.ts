import type * as Api from '@opentelemetry/api';
import type {
  McpOperation,
  McpOperationEnd,
  McpOperationTrace,
} from '../dispatch/telemetry/instrumentation.interface.js';
import { inSeconds } from './in-seconds.js';
import type { OpenTelemetryOptions } from './open-telemetry-options.interface.js';
import {
  commonAttributes,
  cut,
  errorAttributes,
  hasFailed,
  resultAttributes,
  spanAttributes,
  spanName,
} from './operation-attributes.js';
import { parentOf } from './parent-context.js';

/** What operations are traced with. */
export interface OperationTools {
  readonly api: typeof Api;
  readonly tracer: Api.Tracer;
  readonly duration: Api.Histogram;
  readonly options: OpenTelemetryOptions;
}

/** The span of one request or notification, and its measurement. */
export class OperationTrace implements McpOperationTrace {
  private readonly common: Api.Attributes;
  private readonly span: Api.Span;
  private readonly context: Api.Context;

  constructor(
    private readonly tools: OperationTools,
    operation: McpOperation,
  ) {
    const { api, tracer, options } = tools;
    const { context, links } = parentOf(api, operation.meta);
    this.common = commonAttributes(operation);
    const attributes = { ...this.common, ...spanAttributes(operation, options) };
    const kind = api.SpanKind.SERVER;
    this.span = tracer.startSpan(spanName(operation), { kind, links, attributes }, context);
    this.context = api.trace.setSpan(context, this.span);
  }

  run(code: () => void): void {
    this.tools.api.context.with(this.context, code);
  }

  end(end: McpOperationEnd): void {
    const { api, duration, options } = this.tools;
    const error = errorAttributes(end);
    this.span.setAttributes({ ...error, ...resultAttributes(end, options) });
    if (hasFailed(end.outcome)) {
      const message =
        options.captureErrorMessages === true && end.error && cut(end.error.message, options);
      this.span.setStatus({
        code: api.SpanStatusCode.ERROR,
        ...(typeof message === 'string' && { message }),
      });
    }
    this.span.end();
    duration.record(inSeconds(end.durationMs), { ...this.common, ...error }, this.context);
  }
}
