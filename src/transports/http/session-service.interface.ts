import type { HttpExchange } from './http-exchange.js';

/** Serves the methods that only sessions have. */
export interface SessionService {
  /** GET: a stream of the session. */
  openStream(exchange: HttpExchange): void | Promise<void>;

  /** DELETE: the client ends its session, and with it everything that still runs there. */
  end(exchange: HttpExchange): void | Promise<void>;
}
