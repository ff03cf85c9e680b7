import type { HttpServer } from '@nestjs/common';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { BodyInbox } from './body-inbox.js';
import { mayHaveBody } from './endpoint-matcher.js';
import type { ResponseHeaders } from './expose-headers.js';
import { exposeHeaders } from './expose-headers.js';
import type { EndpointMatcher, HttpPlatform } from './http-platform.interface.js';

interface FastifyRequest {
  readonly raw: IncomingMessage;
  /** Assigning replaces headers one by one on top of the raw ones. */
  headers: Record<string, unknown>;
}

interface FastifyReply {
  readonly raw: ServerResponse;
  header(name: string, value: string): unknown;
  hasHeader(name: string): boolean;
  getHeader(name: string): unknown;
  hijack(): void;
  getHeaders(): OutgoingHttpHeaders;
}

type Payload = unknown;
type Done = (error: null, payload: Payload) => void;

interface FastifyInstance {
  addHook(
    name: 'preParsing' | 'onSend',
    hook: (request: FastifyRequest, reply: FastifyReply, payload: Payload, done: Done) => void,
  ): void;
  addHook(
    name: 'preValidation',
    hook: (request: FastifyRequest, reply: FastifyReply, done: () => void) => void,
  ): void;
}

/** Without these Fastify neither parses a body nor applies its limit. */
const BODY_HEADERS_HIDDEN = {
  'content-type': undefined,
  'content-length': undefined,
  'transfer-encoding': undefined,
};

/** Fastify 5, whose parsers are kept away by hiding the headers they go by until they are done. */
export const fastifyPlatform: HttpPlatform = {
  prepare(adapter: HttpServer, isEndpoint: EndpointMatcher, inbox: BodyInbox): void {
    const instance = adapter.getInstance() as FastifyInstance;
    const matches = ({ raw }: FastifyRequest) => mayHaveBody(raw.method) && isEndpoint(raw.url);
    instance.addHook('preParsing', (request, _reply, payload, done) => {
      if (matches(request)) request.headers = BODY_HEADERS_HIDDEN;
      done(null, payload);
    });
    instance.addHook('preValidation', (request, reply, done) => {
      if (!matches(request)) return done();
      request.headers = {};
      void inbox.read(request.raw).then((body) => {
        if (body.kind === 'json') Object.assign(request, { body: body.value, rawBody: body.bytes });
        if (body.kind === 'too-large') reply.header('connection', 'close');
        done();
      });
    });
    // What a guard answers in our place; a reply that is ours is hijacked, and no hook sees it.
    instance.addHook('onSend', ({ raw }, reply, payload, done) => {
      if (raw.headers.origin !== undefined && isEndpoint(raw.url))
        exposeHeaders(raw, headersOf(reply));
      done(null, payload);
    });
  },

  rawRequest: (request) => (request as FastifyRequest).raw,

  takeResponse(response) {
    const reply = response as FastifyReply;
    reply.hijack();
    // CORS and helmet set their headers on the reply, which `hijack` leaves behind.
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    return reply.raw;
  },
};

const headersOf = (reply: FastifyReply): ResponseHeaders => ({
  hasHeader: (name) => reply.hasHeader(name),
  getHeader: (name) => reply.getHeader(name),
  setHeader: (name, value) => reply.header(name, value),
});
