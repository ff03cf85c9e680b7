import type { IncomingMessage } from 'node:http';
import type { Test } from 'supertest';
import { deferred } from '../protocol/deferred.js';
import type { OutgoingMessage } from '../protocol/json-rpc.js';
import { EventLines } from './event-lines.js';
import type { HttpAnswer } from './read-exchange.js';

/** A response that is read as it comes, and ends when the server or the client ends it. */
export interface HttpReading {
  /** Resolves with the status when the head of the response is there, or with `undefined` if it never is. */
  readonly began: Promise<number | undefined>;
  /** Rejects where no connection could be made, or an answer to the server could not be sent. */
  readonly ended: Promise<HttpAnswer>;
  /** Breaks it off. */
  stop(): void;
  fail(reason: Error): void;
}

/** Sends a request and reads the messages of its response as they come. */
export function readResponse(
  request: Test,
  onMessage: (message: OutgoingMessage) => void,
): HttpReading {
  const began = deferred<number | undefined>();
  const ended = deferred<HttpAnswer>();
  const events = new EventLines(onMessage);
  let response: IncomingMessage | undefined;
  const end = (): void => {
    const { statusCode: status, headers = {} } = response ?? {};
    began.resolve(status);
    ended.resolve({ status, headers: headers as Record<string, string>, text: events.text });
  };
  request
    .buffer(true)
    .parse((received, done) => {
      response = received as unknown as IncomingMessage;
      began.resolve(response.statusCode);
      response.on('data', (chunk: Buffer) => events.push(chunk));
      response.on('end', () => done(null, ''));
      // The server may break off.
      response.on('close', end);
    })
    .end((error: unknown) => {
      if (response === undefined && error instanceof Error) fail(error);
      else end();
    });
  function fail(reason: Error): void {
    began.resolve(undefined);
    ended.reject(reason);
  }
  return {
    began: began.promise,
    ended: ended.promise,
    fail,
    stop: () => {
      request.abort();
      end();
    },
  };
}
