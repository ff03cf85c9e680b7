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
]);

/** Methods that only choose how a body would be sent. */
const SHAPERS = new Set(['status', 'code', 'type', 'contentType', 'format', 'serializer']);

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

  constructor(real: object) {
    this.response = new Proxy(real, {
      get: (target, property) => this.read(target, property),
      set: (target, property, value: unknown) => this.write(target, property, value),
    });
  }

  private read(target: object, property: PropertyKey): unknown {
    if (this.replaced.has(property)) return this.replaced.get(property);
    if (property === 'headersSent' || property === 'sent') return this.reply !== undefined;
    if (property === 'raw') return this.rawOf(target);
    if (typeof property === 'string') {
      if (SENDERS.has(property)) return (...args: unknown[]) => this.capture(args);
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

  private capture(args: readonly unknown[]): object {
    const body = args.findLast((arg) => typeof arg !== 'function');
    this.reply ??= { body };
    return this.response;
  }

  private headerSetter(target: object, property: string): Method {
    const setter: unknown = Reflect.get(target, property, target);
    return (...args) => {
      const name = typeof args[0] === 'string' ? args[0].toLowerCase() : '';
      if (typeof setter === 'function' && !isCommitted(target) && !BODY_HEADERS.has(name)) {
        (setter as Method).apply(target, args);
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

function isCommitted(response: object): boolean {
  const { raw = response } = response as { raw?: object };
  return (raw as { headersSent?: boolean }).headersSent === true;
}
