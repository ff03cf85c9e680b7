import type { DecodedMessage } from './decode-message.js';
import { decodeMessage } from './decode-message.js';
import { hasEnvelope } from './envelope.js';
import { ErrorCode } from './error-codes.js';
import type { JsonRpcErrorObject } from './json-rpc.js';
import type { Revision } from './revisions/revision.interface.js';

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
 *
 * @param revision what is spoken; `undefined` before the handshake, where there are no batches either
 */
export function decodeBatch(
  values: readonly unknown[],
  revision: Revision | undefined,
  { maxBatch }: BatchLimits,
): DecodedBatch {
  if (revision?.hasBatches !== true) return misplacedBatch();
  if (values.length === 0) return invalid('A batch must not be empty');
  if (values.length > maxBatch) {
    return invalid(`A batch has at most ${maxBatch} messages; see the option limits.maxBatch`);
  }
  const messages = values.map(decodeElement);
  return messages.some(isModern) ? misplacedBatch() : { kind: 'batch', messages };
}

/** The refusal of an array outside a conversation of 2025-03-26. */
export function misplacedBatch(): DecodedBatch & { readonly kind: 'invalid' } {
  return invalid('A batch is only possible in a conversation of 2025-03-26');
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

/** A request that says of itself that it is of 2026-07-28, which has no batches. */
const isModern = (message: DecodedMessage): boolean =>
  message.kind === 'request' && hasEnvelope(message.request.params);

function invalid(message: string): DecodedBatch & { readonly kind: 'invalid' } {
  return { kind: 'invalid', error: { code: ErrorCode.InvalidRequest, message } };
}
