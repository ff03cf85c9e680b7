import type { OutgoingMessage } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import type { MemoryTransport } from '../transports/memory/memory-transport.js';
import { splitMessages } from './split-messages.js';
import type { Exchange, TestLink } from './test-link.interface.js';

/** Straight to the dispatcher, without a network. */
export function memoryLink(transport: MemoryTransport): TestLink {
  const link = transport.connect();
  return {
    async send(message: JsonObject): Promise<Exchange> {
      const received: OutgoingMessage[] = [];
      const subscription = link.messages$.subscribe((outgoing) => received.push(outgoing));
      await link.send(message);
      subscription.unsubscribe();
      return { ...splitMessages(received, message), status: undefined, body: undefined };
    },
    close: () => Promise.resolve(link.close()),
  };
}
