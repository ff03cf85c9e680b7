import { finalize, tap } from 'rxjs';
import { answerToMessage } from '../../src/dispatch/answer.js';
import { McpDispatcher } from '../../src/dispatch/mcp-dispatcher.ts';
import type { Outlet } from '../../src/dispatch/outlet.interface.js';
import type { Conversation } from './tapped.js';
import { openConversation, sawMessage } from './tapped.js';

export * from '../../src/dispatch/mcp-dispatcher.ts';

const { prototype } = McpDispatcher;
const { dispatch, request, handleMessage, connect } = prototype;

/** What transports and benches ask for, and what they are given on the way. */
prototype.dispatch = function (message, context, ...rest) {
  const { revision } = context;
  const conversation = openConversation(revision.version);
  conversation.revision = revision.era === 'legacy' ? revision.version : undefined;
  conversation.sent(message);
  const outlet = watched(context.outlet, conversation);
  const answering = dispatch.call(this, message, { ...context, outlet }, ...rest);
  void answering.then((answer) => {
    if (answer !== null) sawMessage('dispatch', answerToMessage(answer), conversation);
  });
  return answering;
};

/** The other members of an outlet must find themselves in it. */
function watched(outlet: Outlet, conversation: Conversation): Outlet {
  const send: Outlet['send'] = (message) => {
    sawMessage('dispatch', message, conversation);
    return outlet.send(message);
  };
  return new Proxy(outlet, {
    get(target, key) {
      if (key === 'send') return send;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Of each dispatcher, what is said on its direct connections. */
const conversations = new WeakMap<McpDispatcher, Map<string, Conversation>>();

function conversationOf(dispatcher: McpDispatcher, connectionId = 'default'): Conversation {
  const known = conversations.get(dispatcher) ?? new Map<string, Conversation>();
  conversations.set(dispatcher, known);
  const [newest] = dispatcher['parts'].revisions.legacy;
  const conversation = known.get(connectionId) ?? openConversation(newest?.version);
  known.set(connectionId, conversation);
  return conversation;
}

prototype.request = function (message, connectionId, caller) {
  const conversation = conversationOf(this, connectionId);
  conversation.sent(message);
  const call = request.call(this, message, connectionId, caller);
  void call.response.then((answer) => {
    if (answer !== null) sawMessage('direct', answer, conversation);
  });
  return call;
};

prototype.handleMessage = async function (message, connectionId, options) {
  const conversation = conversationOf(this, connectionId);
  conversation.sent(message);
  const answer = await handleMessage.call(this, message, connectionId, options);
  if (answer !== null) sawMessage('direct', answer, conversation);
  return answer;
};

prototype.connect = function (connectionId) {
  const conversation = conversationOf(this, connectionId);
  return connect.call(this, connectionId).pipe(
    tap((message) => sawMessage('direct', message, conversation)),
    finalize(() => {
      conversation.revision = undefined;
    }),
  );
};
