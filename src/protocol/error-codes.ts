/**
 * Every JSON-RPC error code this package emits. Applications may throw the first five and the last three
 * with {@link McpException}; the others are the package's own.
 *
 * `-32020` to `-32099` belong to the specification (2026-07-28, Error Codes), which is why the
 * modern forms of our own codes lie outside the reserved range.
 *
 * @publicApi
 */
export const ErrorCode = {
  /** The bytes are not JSON. */
  ParseError: -32700,
  /** Not a JSON-RPC message this revision allows. */
  InvalidRequest: -32600,
  /** Unknown method, or one behind a capability that is not declared. */
  MethodNotFound: -32601,
  /** The params do not fit the method. */
  InvalidParams: -32602,
  /** A failure whose details stay in the log. */
  InternalError: -32603,
  /** `resources/read` of an unknown URI, revisions up to 2025-11-25. */
  ResourceNotFound: -32002,
  /** A read the authorizer or a guard refused, revisions up to 2025-11-25. */
  ReadDenied: -32090,
  /** The same in 2026-07-28, outside the range the specification closed. */
  ReadDeniedModern: -33090,
  /** `server_busy`, `callback_timeout` or `result_too_large` of anything but a tool call, revisions up to 2025-11-25. */
  Overloaded: -32000,
  /** The same in 2026-07-28. */
  OverloadedModern: -33000,
  /** A header is missing, malformed or contradicts the body (2026-07-28, HTTP only). */
  HeaderMismatch: -32020,
  /** The request did not declare a client capability it needs (2026-07-28). */
  MissingRequiredClientCapability: -32021,
  /** A protocol version that is not served. */
  UnsupportedProtocolVersion: -32022,
} as const;

/** One of the codes of {@link ErrorCode}. */
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];
