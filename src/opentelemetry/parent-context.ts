import type * as Api from '@opentelemetry/api';
import type { JsonObject } from '../protocol/json.js';

/** Where the span of an operation stands. */
export interface Parent {
  readonly context: Api.Context;
  readonly links: Api.Link[];
}

/** Clients may put anything under these keys; only text is one. */
const META: Api.TextMapGetter<JsonObject> = {
  keys: (meta) => Object.keys(meta),
  get: (meta, key) => {
    const value = meta[key];
    return typeof value === 'string' ? value : undefined;
  },
};

/**
 * The trace context in `_meta` is the parent, read by the registered propagators. What carried the
 * request, such as the span of its HTTP request, is linked then, and is the parent where `_meta` has
 * none.
 */
export function parentOf({ context, propagation, trace }: typeof Api, meta: JsonObject): Parent {
  const ambient = context.active();
  const carrier = trace.getSpanContext(ambient);
  const remote = propagation.extract(trace.deleteSpan(ambient), meta, META);
  if (trace.getSpanContext(remote) === undefined) {
    // What else was read, such as baggage, stays.
    const span = trace.getSpan(ambient);
    return { context: span === undefined ? remote : trace.setSpan(remote, span), links: [] };
  }
  return { context: remote, links: carrier === undefined ? [] : [{ context: carrier }] };
}
