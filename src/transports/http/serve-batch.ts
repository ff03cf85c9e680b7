import type { Settlement } from '../../dispatch/answer.js';
import type { Outlet } from '../../dispatch/outlet.interface.js';
import type { DecodedMessage, DecodedResponse } from '../../protocol/decode-message.js';
import type { JsonRpcNotification, JsonRpcRequest } from '../../protocol/json-rpc.js';
import { RequestOutlet } from '../request-outlet.js';
import { BatchAnswers } from './batch-answers.js';
import type { HttpResponder } from './http-responder.js';

/** Takes the messages of a batch, each for itself. */
export interface BatchReceiver {
  /** @param outlet of this request alone */
  request(request: JsonRpcRequest, outlet: Outlet): Promise<Settlement>;
  notification(notification: JsonRpcNotification): void;
  response(response: DecodedResponse): void;
}

/**
 * Serves the messages of a batch at once, in their order, so that a batch can cancel what it asked for
 * (2025-03-26, JSON-RPC batching). One that asks for nothing is accepted, as a single message would be.
 */
export async function serveBatch(
  messages: readonly DecodedMessage[],
  receiver: BatchReceiver,
  responder: HttpResponder,
): Promise<void> {
  const answers = new BatchAnswers(responder);
  const pending: Promise<void>[] = [];
  const ask = async (request: JsonRpcRequest, position: number) => {
    const outlet = new RequestOutlet(answers);
    const answer = await receiver.request(request, outlet);
    outlet.close();
    answers.take(answer, position);
  };
  for (const [position, message] of messages.entries()) {
    if (message.kind === 'request') pending.push(ask(message.request, position));
    if (message.kind === 'notification') receiver.notification(message.notification);
    if (message.kind === 'response') receiver.response(message);
    if (message.kind === 'invalid') {
      const { id, error } = message;
      responder.reportRefusal(error);
      pending.push(Promise.resolve(answers.take({ id, error }, position)));
    }
  }
  if (pending.length === 0) return responder.accept();
  await Promise.all(pending);
  answers.end();
}
