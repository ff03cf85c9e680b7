import { MemoryTransport } from '../../src/transports/memory/memory-transport.ts';
import { openConversation, sawMessage } from './tapped.js';

export * from '../../src/transports/memory/memory-transport.ts';

const { connect } = MemoryTransport.prototype;

MemoryTransport.prototype.connect = function (caller) {
  const link = connect.call(this, caller);
  const conversation = openConversation();
  link.messages$.subscribe((message) => sawMessage('memory', message, conversation));
  return {
    ...link,
    send: (message) => {
      conversation.sent(message);
      return link.send(message);
    },
  };
};
