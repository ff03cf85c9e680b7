/**
 * Returned by `onRequest`: the request is done and gets no answer. Over HTTP that is a 202 without a
 * body, or the end of a stream that has begun; on stdio and HTTP+SSE nothing is sent. Clients wait for
 * answers, so this is for peers that know.
 *
 * @publicApi
 */
export const NO_REPLY: unique symbol = Symbol.for('nest-mcp:no-reply') as never;
