import type { DecodedMessage } from './decode-message.js';
import { decodeMessage } from './decode-message.js';
import { ErrorCode } from './error-codes.js';
import type { JsonRpcErrorObject } from './json-rpc.js';

/** Bound of a batch. */
export interface BatchLimits {
  /** Messages in one batch (2025-03-26). */
  readonly maxBatch: number;
}

/** What one parsed JSON array turned out to be. */
export type DecodedBatch =
  | { readonly kind: 'batch'; readonly messages: readonly DecodedMessage[] }
  /** Refused as a whole. */
  | { readonly kind: 'invalid'; readonly error: JsonRpcErrorObject };

/**
 * Sorts the messages of a batch. Each stands for itself, and fails for itself; only the handshake must
 * come alone (2025-03-26, Lifecycle; JSON-RPC 2.0, section 6).
 */
export function decodeBatch(values: readonly unknown[], { maxBatch }: BatchLimits): DecodedBatch {
  if (values.length === 0) return invalid('A batch must not be empty');
  if (values.length > maxBatch) {
    return invalid(`A batch has at most ${maxBatch} messages; see the option limits.maxBatch`);
  }
  return { kind: 'batch', messages: values.map(decodeElement) };
}

function decodeElement(value: unknown): DecodedMessage {
  const message = decodeMessage(value);
  if (message.kind !== 'request' || message.request.method !== 'initialize') return message;
  const error = {
    code: ErrorCode.InvalidRequest,
    message: 'initialize must not be part of a batch',
  };
  return { kind: 'invalid', id: message.request.id, error };
}

function invalid(message: string): DecodedBatch {
  return { kind: 'invalid', error: { code: ErrorCode.InvalidRequest, message } };
}
