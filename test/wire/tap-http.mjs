import { IncomingMessage, Server, ServerResponse } from 'node:http';
import { MODERN } from './check-message.mjs';
import { Conversation, isKnown } from './conversation.mjs';
import { witness } from './witness.mjs';

/** What a client speaks of which nothing is known (2025-06-18, Transports). */
const ASSUMED = '2025-03-26';

const exchanges = new WeakMap();

/** Session id, or what tells the URLs apart that HTTP+SSE announces -> what is spoken there. */
const sessions = new Map();

/** From now on every HTTP server of this process is watched. */
export function tapHttp() {
  witness.onReset(() => sessions.clear());
  override(Server.prototype, 'emit', (emit) => {
    return function (event, request, response, ...rest) {
      if (event === 'request') {
        const exchange = new Exchange(request, response);
        exchanges.set(request, exchange).set(response, exchange);
      }
      return Reflect.apply(emit, this, [event, request, response, ...rest]);
    };
  });
  override(IncomingMessage.prototype, 'push', (push) => {
    return function (chunk, ...rest) {
      exchanges.get(this)?.received(chunk);
      return Reflect.apply(push, this, [chunk, ...rest]);
    };
  });
  for (const method of ['write', 'end']) {
    override(ServerResponse.prototype, method, (write) => {
      return function (chunk, ...rest) {
        const exchange = this.writableEnded || this.destroyed ? undefined : exchanges.get(this);
        const result = Reflect.apply(write, this, [chunk, ...rest]);
        exchange?.sent(chunk, rest[0], method === 'end');
        return result;
      };
    });
  }
}

function override(prototype, name, around) {
  const value = around(prototype[name]);
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}

/** One HTTP request and its response. */
class Exchange {
  #body = [];
  #answer = [];
  #conversation;
  #json;

  constructor(request, response) {
    this.request = request;
    this.response = response;
  }

  /** A part of the client's body, `null` at its end. */
  received(chunk) {
    if (this.request.method !== 'POST') return;
    if (chunk !== null) this.#body.push(Buffer.from(chunk));
    else if (this.#read() !== undefined) this.#session()?.sent(this.#read().json);
  }

  /** A part of the response. */
  sent(chunk, encoding, isLast) {
    const type = this.#header('content-type');
    const isBytes = typeof chunk === 'string' || chunk instanceof Uint8Array;
    if (type === undefined || this.#header('content-encoding') !== undefined) return;
    if (isBytes) {
      this.#answer.push(Buffer.from(chunk, typeof encoding === 'string' ? encoding : undefined));
    }
    if (type.startsWith('text/event-stream')) this.#readEvents();
    else if (isLast && type.startsWith('application/json')) this.#readJson();
  }

  #readJson() {
    const message = parse(Buffer.concat(this.#answer).toString());
    // Errors of the application around the endpoint are its own business.
    const isAnswer = this.response.statusCode < 300 && isMessage(this.#read()?.json);
    if (message !== undefined && (isMessage(message.json) || isAnswer)) {
      this.#judge('http-json', message.json);
    }
  }

  #readEvents() {
    const text = Buffer.concat(this.#answer).toString();
    const end = text.lastIndexOf('\n\n');
    if (end < 0) return;
    this.#answer = [Buffer.from(text.slice(end + 2))];
    for (const event of text.slice(0, end).split('\n\n')) this.#readEvent(event.split('\n'));
  }

  #readEvent(lines) {
    const field = (name) =>
      lines
        .filter((line) => line.startsWith(`${name}: `))
        .map((line) => line.slice(name.length + 2));
    const [event] = field('event');
    const data = field('data').join('\n');
    if (event === 'endpoint') this.#announced(sessionIn(data));
    // A stream may begin with an event without data, for its id; other streams have other events.
    else if (event === 'message' && data !== '') this.#judge('http-sse', parse(data)?.json ?? data);
  }

  /** A proxy in this process passes on what its server has announced already. */
  #announced(session) {
    this.#conversation =
      sessions.get(session) ?? new Conversation(ASSUMED, { keepsAnswered: true });
    sessions.set(session, this.#conversation);
  }

  #judge(tap, message) {
    const { statusCode } = this.response;
    const conversation = this.#spoken();
    if (conversation === undefined) return;
    witness.saw(tap, message, () => conversation.judge(message, statusCode));
    const id = this.#header('mcp-session-id');
    if (id === undefined || conversation.revision === undefined || sessions.has(id)) return;
    const session = new Conversation(undefined, { keepsAnswered: true });
    session.revision = conversation.revision;
    sessions.set(id, session);
  }

  /** A POST is answered by itself; streams that others open carry what belongs to their session. */
  #spoken() {
    this.#conversation ??= this.request.method === 'POST' ? this.#ofPost() : this.#ofStream();
    return this.#conversation;
  }

  /** A stream that belongs to no session, and announces none, is no stream of an MCP endpoint. */
  #ofStream() {
    const isStream = this.#header('content-type')?.startsWith('text/event-stream');
    if (!isStream) return new Conversation(ASSUMED, { keepsAnswered: true });
    return this.#session();
  }

  #ofPost() {
    const { headers } = this.request;
    const version = headers['mcp-protocol-version'];
    const isModern = version === undefined && headers['mcp-method'] !== undefined;
    const named = isKnown(version) ? version : ASSUMED;
    const conversation = new Conversation(isModern ? MODERN : named);
    conversation.revision = version === MODERN ? undefined : this.#session()?.revision;
    const body = this.#read();
    if (body === undefined) conversation.sentNonsense();
    else conversation.sent(body.json);
    return conversation;
  }

  #session() {
    const { headers, url } = this.request;
    return sessions.get(headers['mcp-session-id'] ?? sessionIn(url));
  }

  /** The client's body, if it is JSON and complete. */
  #read() {
    this.#json ??= parse(Buffer.concat(this.#body).toString());
    return this.#json;
  }

  /** Heads that were written at once are to be found nowhere else. */
  #header(name) {
    const head = String(this.response._header ?? '');
    return new RegExp(`^${name}: *(.*?)\\r?$`, 'im').exec(head)?.[1];
  }
}

/** A proxy may have changed the path. */
function sessionIn(url) {
  const { search, pathname } = new URL(url, 'http://localhost');
  return search === '' ? pathname : search;
}

const isMessage = (json) =>
  Array.isArray(json) ? json.some(isMessage) : json !== null && json?.jsonrpc !== undefined;

function parse(text) {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
