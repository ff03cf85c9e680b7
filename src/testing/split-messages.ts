import type {
  JsonRpcNotification,
  JsonRpcResponse,
  OutgoingMessage,
  ServerRequest,
} from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';

/** Sorts what arrived for one message into its answer and the notifications beside it. */
export function splitMessages(
  received: readonly OutgoingMessage[],
  { id }: JsonObject,
): {
  readonly response: JsonRpcResponse | undefined;
  readonly notifications: readonly JsonRpcNotification[];
} {
  const isAnswer = (message: OutgoingMessage): message is JsonRpcResponse =>
    !('method' in message) && (message.id ?? undefined) === id;
  return {
    response: received.find(isAnswer),
    notifications: received.filter(
      (message): message is JsonRpcNotification => 'method' in message && !('id' in message),
    ),
  };
}

/** True for a request of the server. */
export const isServerRequest = (message: OutgoingMessage): message is ServerRequest =>
  'method' in message && 'id' in message;
