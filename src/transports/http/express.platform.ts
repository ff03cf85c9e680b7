import type { HttpServer } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyInbox } from './body-inbox.js';
import type { EndpointMatcher, HttpPlatform } from './http-platform.interface.js';
import type { BodyOutcome } from './read-body.js';

type ExpressRequest = IncomingMessage & { body?: unknown; rawBody?: Buffer };

/** Express, and any framework whose requests and responses are those of node:http. */
export const expressPlatform: HttpPlatform = {
  reserveBodies(adapter: HttpServer, isEndpoint: EndpointMatcher, inbox: BodyInbox): void {
    adapter.use((request: ExpressRequest, _response: ServerResponse, next: () => void) => {
      if (!isEndpoint(request.method, request.url)) return next();
      void inbox.read(request).then((body) => {
        present(body, request);
        if (body.kind !== 'aborted') next();
      });
    });
  },

  rawRequest: (request) => request as IncomingMessage,

  takeResponse: (response) => response as ServerResponse,
};

/**
 * Leaves the body where parsers would, for guards that look at it. A parser goes by these headers,
 * and would wait for the rest of a body that was given up.
 */
function present(body: BodyOutcome, request: ExpressRequest): void {
  if (body.kind === 'json') {
    request.body = body.value;
    request.rawBody = body.bytes;
  } else if (body.kind === 'too-large') {
    delete request.headers['content-length'];
    delete request.headers['transfer-encoding'];
  }
}
