import type { JsonObject } from './json.js';

/**
 * Where a request stands in a distributed trace, as W3C Trace Context and Baggage write it.
 *
 * @publicApi
 */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/** `version-traceid-parentid-flags`; later versions may have more after that. */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/** Version 00 has exactly four parts. */
const PARTS_OF_VERSION_00 = 4;

/**
 * The trace context in the `_meta` of a request (2026-07-28, Basic: `traceparent`, `tracestate`,
 * `baggage`). One whose `traceparent` is malformed is no context, and restarts the trace (W3C Trace
 * Context, 3.2.2.6).
 */
export function readTraceContext({
  traceparent,
  tracestate,
  baggage,
}: JsonObject): TraceContext | undefined {
  if (typeof traceparent !== 'string' || !isTraceparent(traceparent)) return undefined;
  return {
    traceparent,
    ...(typeof tracestate === 'string' && { tracestate }),
    ...(typeof baggage === 'string' && { baggage }),
  };
}

function isTraceparent(value: string): boolean {
  if (!TRACEPARENT.test(value)) return false;
  return !value.startsWith('00-') || value.split('-').length === PARTS_OF_VERSION_00;
}
