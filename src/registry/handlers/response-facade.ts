import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

interface FastifyReply {
  readonly raw: ServerResponse;
  getHeaders(): OutgoingHttpHeaders;
}

/** What a handler, guard or filter tried to send. */
export interface CapturedReply {
  readonly body: unknown;
}

type Method = (...args: unknown[]) => unknown;

/** Methods of Express, Fastify and node:http that send a body; the last argument is the body. */
const SENDERS = new Set([
  'json',
  'jsonp',
  'send',
  'end',
  'write',
  'sendStatus',
  'sendFile',
  'download',
  'render',
  'redirect',
  'writeHead',
  'flushHeaders',
  'hijack',
  'callNotFound',
]);

/** Those of them that end or begin a response and say nothing. */
const WITHOUT_BODY = new Set(['writeHead', 'flushHeaders', 'hijack', 'callNotFound']);

/** Those of them that may send a body in pieces. */
const CHUNK_SENDERS = new Set(['write', 'end']);

/** Methods that only choose how a body would be sent. */
const SHAPERS = new Set([
  'status',
  'code',
  'type',
  'contentType',
  'attachment',
  'format',
  'serializer',
]);

const HEADER_SETTERS = new Set([
  'setHeader',
  'setHeaders',
  'appendHeader',
  'removeHeader',
  'header',
  'headers',
  'set',
  'append',
  'cookie',
  'setCookie',
  'clearCookie',
  'vary',
  'links',
  'location',
]);

/** Headers that describe the body, which is ours. */
const BODY_HEADERS = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
]);

/**
 * The response that enhancers and methods see. Headers pass to the real response until that is
 * committed; everything that would send, end or shape a body is caught, so nothing can write into a
 * protocol frame or corrupt one that is open.
 */
export class ResponseFacade {
  /** Stands in for the response. */
  readonly response: object;

  /** The first body somebody tried to send. */
  reply: CapturedReply | undefined;

  private readonly replaced = new Map<PropertyKey, unknown>();
  private readonly isStandIn: boolean;

  constructor(real: object) {
    this.isStandIn = !('send' in real || 'end' in real);
    this.response = new Proxy(real, {
      get: (target, property) => this.read(target, property),
      set: (target, property, value: unknown) => this.write(target, property, value),
    });
  }

  private read(target: object, property: PropertyKey): unknown {
    if (this.replaced.has(property)) return this.replaced.get(property);
    if (property === 'headersSent' || property === 'sent') return this.reply !== undefined;
    if (property === 'raw') return this.rawOf(target);
    // Code that runs on several frameworks looks which methods there are.
    if (typeof property === 'string' && (property in target || this.isStandIn)) {
      if (SENDERS.has(property)) return (...args: unknown[]) => this.capture(property, args);
      if (SHAPERS.has(property)) return () => this.response;
      if (HEADER_SETTERS.has(property)) return this.headerSetter(target, property);
    }
    const value: unknown = Reflect.get(target, property, target);
    return typeof value === 'function' ? this.forward(target, value as Method) : value;
  }

  private write(target: object, property: PropertyKey, value: unknown): boolean {
    if (property === 'statusCode' || property === 'statusMessage') {
      this.replaced.set(property, value);
      return true;
    }
    return Reflect.set(target, property, value, target);
  }

  private capture(sender: string, args: readonly unknown[]): object {
    const sent = this.reply?.body;
    if (WITHOUT_BODY.has(sender)) this.reply ??= { body: undefined };
    else if (CHUNK_SENDERS.has(sender)) this.reply = { body: joinChunks(sent, args[0]) };
    else if (sent === undefined) this.reply = { body: args.findLast(isNoFunction) };
    return this.response;
  }

  private headerSetter(target: object, property: string): Method {
    const setter: unknown = Reflect.get(target, property, target);
    return (first, ...rest) => {
      const isOurs = typeof first === 'string' && BODY_HEADERS.has(first.toLowerCase());
      if (typeof setter === 'function' && !isCommitted(target) && !isOurs) {
        (setter as Method).apply(target, [withoutBodyHeaders(first), ...rest]);
        passToRaw(target, property, first);
      }
      return this.response;
    };
  }

  private forward(target: object, method: Method): Method {
    return (...args) => {
      const result = method.apply(target, args);
      return result === target ? this.response : result;
    };
  }

  /** Fastify's reply carries the bare response, which must be covered as well. */
  private rawOf(target: object): unknown {
    const raw: unknown = Reflect.get(target, 'raw', target);
    if (typeof raw !== 'object' || raw === null) return raw;
    const covered = new ResponseFacade(raw);
    Object.defineProperty(covered, 'reply', {
      get: () => this.reply,
      set: (reply: CapturedReply | undefined) => {
        this.reply = reply;
      },
    });
    return covered.response;
  }
}

const isNoFunction = (arg: unknown): boolean => typeof arg !== 'function';

function joinChunks(sent: unknown, chunk: unknown): unknown {
  const isChunk = typeof chunk === 'string' || chunk instanceof Uint8Array;
  if (!isChunk) return sent;
  return `${sent === undefined ? '' : String(sent)}${Buffer.from(chunk as string).toString()}`;
}

/** Several headers at once come as an object, a Map or Headers. */
function withoutBodyHeaders(headers: unknown): unknown {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return headers;
  const isIterable = Symbol.iterator in headers;
  const entries = isIterable
    ? [...(headers as Iterable<[string, unknown]>)]
    : Object.entries(headers);
  const kept = entries.filter(([name]) => !BODY_HEADERS.has(name.toLowerCase()));
  return isIterable ? new Map(kept) : Object.fromEntries(kept);
}

/** Fastify keeps headers on its reply until it sends; here the bare response is what gets sent. */
function passToRaw(response: object, setter: string, name: unknown): void {
  const { raw, getHeaders } = response as Partial<FastifyReply>;
  if (raw === undefined || getHeaders === undefined) return;
  if (setter === 'removeHeader') return raw.removeHeader(String(name));
  for (const [header, value] of Object.entries(getHeaders.call(response))) {
    if (value !== undefined) raw.setHeader(header, value);
  }
}

function isCommitted(response: object): boolean {
  const { raw = response } = response as { raw?: object };
  return (raw as { headersSent?: boolean }).headersSent === true;
}
