import type { Answer } from '../../dispatch/answer.js';
import type { BatchLimits } from '../../protocol/decode-batch.js';
import { decodeBatch } from '../../protocol/decode-batch.js';
import type { DecodedResponse } from '../../protocol/decode-message.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import type { JsonRpcNotification, JsonRpcRequest } from '../../protocol/json-rpc.js';
import type { HttpResponder } from './http-responder.js';

/** Takes the messages of a batch, each for itself. */
export interface BatchReceiver {
  request(request: JsonRpcRequest): Promise<Answer | null>;
  notification(notification: JsonRpcNotification): void;
  response(response: DecodedResponse): void;
}

/**
 * Serves the messages of a batch at once, in their order, so that a batch can cancel what it asked for
 * (2025-03-26, JSON-RPC batching).
 */
export async function serveBatch(
  values: readonly unknown[],
  limits: BatchLimits,
  receiver: BatchReceiver,
  responder: HttpResponder,
): Promise<void> {
  const batch = decodeBatch(values, limits);
  if (batch.kind === 'invalid') return responder.refuse(400, batch.error);
  const answers: Promise<Answer | null>[] = [];
  for (const message of batch.messages) {
    if (message.kind === 'request') answers.push(receiver.request(message.request));
    if (message.kind === 'notification') receiver.notification(message.notification);
    if (message.kind === 'response') receiver.response(message);
    if (message.kind === 'invalid') {
      answers.push(Promise.resolve({ id: message.id, error: message.error }));
    }
  }
  await responder.answerAll(answers);
}

/** Any other revision than 2025-03-26 does not know them. */
export function refuseBatch(responder: HttpResponder): void {
  responder.refuse(400, {
    code: ErrorCode.InvalidRequest,
    message: 'A batch is only possible in a conversation of 2025-03-26',
  });
}
