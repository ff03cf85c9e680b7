import type { OutgoingMessage } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import { MetaKey } from '../protocol/meta-keys.js';
import type { MemoryLink } from '../transports/memory/memory-transport.js';
import { isServerRequest, splitMessages } from './split-messages.js';
import type {
  TestExchange,
  OpenExchange,
  SendOptions,
  TestLink,
  TestReceiver,
} from './test-link.interface.js';

/** Straight to the dispatcher, without a network. */
export function memoryLink(link: MemoryLink, receiver: TestReceiver): TestLink {
  let isOpen = true;
  link.messages$.subscribe({
    next: (message) => {
      if (isServerRequest(message))
        void receiver.request(message).then((answer) => link.send(answer));
      else if ('method' in message) receiver.notification(message);
    },
    complete: () => {
      isOpen = false;
      receiver.quiet();
    },
  });

  async function exchange(message: JsonObject): Promise<TestExchange> {
    const received: OutgoingMessage[] = [];
    const subscription = link.messages$.subscribe((outgoing) => received.push(outgoing));
    await link.send(message);
    subscription.unsubscribe();
    const parts = splitMessages(received, message);
    return { ...parts, status: undefined, headers: {}, body: undefined };
  }

  function send(message: JsonObject, { onMessage = ignore }: SendOptions = {}): OpenExchange {
    const { id } = message;
    const subscription = link.messages$.subscribe((outgoing) => {
      if (belongsTo(outgoing, id)) onMessage(outgoing);
    });
    const done = exchange(message).finally(() => subscription.unsubscribe());
    const params = { requestId: id };
    const close = () => link.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    return { done, close };
  }

  return {
    description: 'in memory',
    get hearsMore() {
      return isOpen;
    },
    send,
    hearMore: () => Promise.resolve(undefined),
    close: () => Promise.resolve(link.close()),
  };
}

const ignore = (): void => {};

/** Messages of several listens come the same way, each with the id of its request. */
function belongsTo(message: OutgoingMessage, id: unknown): boolean {
  if (!('method' in message)) return message.id === id;
  const { _meta } = message.params;
  return isJsonObject(_meta) && _meta[MetaKey.SubscriptionId] === id;
}
