import { finalize, tap } from 'rxjs';
import { answerToMessage, isAnswer } from '../../src/dispatch/answer.js';
import { McpDispatcher } from '../../src/dispatch/mcp-dispatcher.ts';
import type { Outlet } from '../../src/dispatch/outlet.interface.js';
import type { JsonRpcResponse } from '../../src/protocol/json-rpc.js';
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
    if (isAnswer(answer)) sawMessage('dispatch', answerToMessage(answer), conversation);
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
const connections = new WeakMap<McpDispatcher, Map<string, Conversation>>();

const fallbackOf = (dispatcher: McpDispatcher) => dispatcher['parts'].revisions.legacy[0]?.version;

function connectionOf(dispatcher: McpDispatcher, id = 'default'): Conversation {
  const known = connections.get(dispatcher) ?? new Map<string, Conversation>();
  connections.set(dispatcher, known);
  const connection =
    known.get(id) ??
    openConversation(fallbackOf(dispatcher), { keepsAnswered: true, mixesEras: true });
  known.set(id, connection);
  return connection;
}

/** Ids of direct callers need not be unique, and a handle knows what it answers. */
function expecting(dispatcher: McpDispatcher, message: unknown, connectionId?: string) {
  const connection = connectionOf(dispatcher, connectionId);
  const call = openConversation(fallbackOf(dispatcher));
  // The answer of a call that waits for a person is pushed.
  connection.sent(message);
  call.sent(message);
  return (answer: JsonRpcResponse | null): void => {
    if (answer === null) return;
    call.revision = connection.revision;
    sawMessage('direct', answer, call);
    connection.revision = call.revision;
  };
}

prototype.request = function (message, connectionId, caller) {
  const answered = expecting(this, message, connectionId);
  const call = request.call(this, message, connectionId, caller);
  void call.response.then(answered);
  return call;
};

prototype.handleMessage = async function (message, connectionId, options) {
  const answered = expecting(this, message, connectionId);
  const answer = await handleMessage.call(this, message, connectionId, options);
  answered(answer);
  return answer;
};

prototype.connect = function (connectionId) {
  const connection = connectionOf(this, connectionId);
  return connect.call(this, connectionId).pipe(
    tap((message) => sawMessage('direct', message, connection)),
    finalize(() => {
      connection.revision = undefined;
    }),
  );
};
