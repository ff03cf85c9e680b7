import type { HttpServer } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyInbox } from './body-inbox.js';
import { mayHaveBody } from './endpoint-matcher.js';
import { exposeHeaders } from './expose-headers.js';
import type { EndpointMatcher, HttpPlatform } from './http-platform.interface.js';
import type { BodyOutcome } from './read-body.js';

type ExpressRequest = IncomingMessage & { body?: unknown; rawBody?: Buffer; _body?: boolean };

/** Express, and any framework whose requests and responses are those of node:http. */
export const expressPlatform: HttpPlatform = {
  prepare(adapter: HttpServer, isEndpoint: EndpointMatcher, inbox: BodyInbox): void {
    adapter.use((request: ExpressRequest, response: ServerResponse, next: () => void) => {
      const isOfPage = request.headers.origin !== undefined;
      const hasBody = mayHaveBody(request.method);
      if (!(isOfPage || hasBody) || !isEndpoint(request.url)) return next();
      if (isOfPage) exposeLate(request, response);
      // A parser in front has read the body already.
      if (!hasBody || request.readableEnded) return next();
      void inbox.read(request).then((body) => {
        present(body, request);
        if (body.kind === 'too-large') response.setHeader('connection', 'close');
        if (body.kind !== 'aborted') next();
      });
    });
  },

  rawRequest: (request) => request as IncomingMessage,

  takeResponse: (response) => response as ServerResponse,
};

/** CORS comes later, and a guard may answer in our place. */
function exposeLate(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    exposeHeaders(request, response);
    return writeHead(...args);
  };
}

/**
 * Leaves the body where parsers would, for guards that look at it. A parser goes by these headers,
 * and would wait for the rest of a body that was given up.
 */
function present(body: BodyOutcome, request: ExpressRequest): void {
  // What body-parser 1, which the first Nest 11 releases have, goes by; later ones look at the stream.
  request._body = true;
  if (body.kind === 'json') {
    request.body = body.value;
    request.rawBody = body.bytes;
  } else if (body.kind === 'too-large') {
    delete request.headers['content-length'];
    delete request.headers['transfer-encoding'];
  }
}
