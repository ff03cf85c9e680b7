import type { ClientCapabilities } from './client-capabilities.interface.js';
import type { Implementation } from './implementation.interface.js';
import type { JsonObject } from './json.js';
import { isJsonObject } from './json.js';
import type { LogLevel } from './log-level.js';
import { isLogLevel } from './log-level.js';
import { MetaKey } from './meta-keys.js';
import { isBoundedProgressToken, MAX_PROGRESS_TOKEN_BYTES } from './progress-token.js';
import { invalidParams } from './protocol-errors.js';

/** What each 2026-07-28 request says about itself in `params._meta`. */
export interface Envelope {
  readonly protocolVersion: string;
  readonly clientCapabilities: ClientCapabilities;
  readonly clientInfo: Implementation | undefined;
  /** Absent: the client wants no log messages for this request. */
  readonly logLevel: LogLevel | undefined;
}

/** True when a request claims to be of the modern era, however badly. */
export function hasEnvelope(params: JsonObject): boolean {
  const meta = params._meta;
  return (
    isJsonObject(meta) &&
    (meta[MetaKey.ProtocolVersion] !== undefined || meta[MetaKey.ClientCapabilities] !== undefined)
  );
}

/**
 * Reads the envelope of a modern request.
 *
 * @throws McpException `-32602` naming the first member that is missing or of the wrong type
 *   (2026-07-28, Basic: per-request metadata).
 */
export function parseEnvelope(params: JsonObject): Envelope {
  const meta = isJsonObject(params._meta) ? params._meta : {};
  const protocolVersion = meta[MetaKey.ProtocolVersion];
  if (typeof protocolVersion !== 'string') throw missing(MetaKey.ProtocolVersion, 'a string');
  const clientCapabilities = meta[MetaKey.ClientCapabilities];
  if (!isJsonObject(clientCapabilities)) throw missing(MetaKey.ClientCapabilities, 'an object');
  const logLevel = meta[MetaKey.LogLevel];
  if (logLevel !== undefined && !isLogLevel(logLevel)) throw missing(MetaKey.LogLevel, 'a level');
  if (meta.progressToken !== undefined && !isBoundedProgressToken(meta.progressToken)) {
    throw missing(
      'progressToken',
      `an integer or at most ${MAX_PROGRESS_TOKEN_BYTES} bytes of text`,
    );
  }
  return {
    protocolVersion,
    clientCapabilities: clientCapabilities as ClientCapabilities,
    clientInfo: readImplementation(meta[MetaKey.ClientInfo]),
    logLevel,
  };
}

/** Client info is for display and logs, so a malformed one is dropped rather than refused. */
export function readImplementation(value: unknown): Implementation | undefined {
  if (!isJsonObject(value)) return undefined;
  if (typeof value.name !== 'string' || typeof value.version !== 'string') return undefined;
  return value as unknown as Implementation;
}

const missing = (key: string, what: string) =>
  invalidParams(`params._meta["${key}"] must be ${what}`);
