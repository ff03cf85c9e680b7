import type { HttpServer } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyInbox } from './body-inbox.js';

/** Says whether a URL is one of the server's own. */
export type EndpointMatcher = (url: string | undefined) => boolean;

/**
 * The port between the endpoint and a web framework: what differs between Express and Fastify, and
 * nothing else.
 */
export interface HttpPlatform {
  /**
   * Keeps the application's body parsers away from the endpoint, and lets pages read the headers of what
   * guards answer there. Called before parsers and CORS are added.
   */
  prepare(adapter: HttpServer, isEndpoint: EndpointMatcher, inbox: BodyInbox): void;

  /** The request of node:http behind the framework's. */
  rawRequest(request: object): IncomingMessage;

  /** Takes the response away from the framework, with the headers set on it so far. */
  takeResponse(response: object): ServerResponse;
}
