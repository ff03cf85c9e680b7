import type { IncomingMessage } from 'node:http';
import type { BodyLimits, BodyOutcome } from './read-body.js';
import { parseBody, readBody, tooDeep } from './read-body.js';

/**
 * The bodies of MCP requests, read before the application's parsers can refuse or alter them, and
 * kept until the route (behind guards and CORS) decides on the answer.
 */
export class BodyInbox {
  private readonly bodies = new WeakMap<IncomingMessage, Promise<BodyOutcome>>();

  constructor(private readonly limits: BodyLimits) {}

  /** Reads a body now, for the route to take later. */
  read(request: IncomingMessage): Promise<BodyOutcome> {
    const known = this.bodies.get(request);
    if (known !== undefined) return known;
    const body = readBody(request, this.limits);
    this.bodies.set(request, body);
    return body;
  }

  /**
   * The body at the route. Where something else has read the stream already (a parser in front, a
   * serverless adapter), what it left in `request.body` counts.
   */
  take(request: IncomingMessage, platformBody: unknown): Promise<BodyOutcome> {
    if (!this.bodies.has(request) && request.readableEnded) {
      return Promise.resolve(this.adopt(platformBody));
    }
    return this.read(request);
  }

  private adopt(body: unknown): BodyOutcome {
    if (Buffer.isBuffer(body)) return parseBody(body, this.limits.maxJsonDepth);
    if (typeof body === 'string') return parseBody(Buffer.from(body), this.limits.maxJsonDepth);
    if (nestsDeeper(body, this.limits.maxJsonDepth)) return tooDeep(this.limits.maxJsonDepth);
    return { kind: 'json', value: body, bytes: undefined };
  }
}

/** Never recurses past the limit. */
function nestsDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((member) => nestsDeeper(member, limit - 1));
}
