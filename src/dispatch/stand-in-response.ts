/**
 * What enhancers see as the response where there is no HTTP: it has no headers, and forgets those it is
 * given. It has what the adapters of Express and Fastify look for, so that filters which reply by
 * `HttpAdapterHost` work; what would send a body is the business of whoever covers it.
 */
export class StandInResponse {
  statusCode = 200;

  /** Fastify's reply has the bare response in it. */
  get raw(): this {
    return this;
  }

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  get(): undefined {
    return undefined;
  }

  getHeader(): undefined {
    return undefined;
  }

  getHeaders(): object {
    return {};
  }

  hasHeader(): boolean {
    return false;
  }
}
