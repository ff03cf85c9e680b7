import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Observable } from 'rxjs';
import { ReplaySubject } from 'rxjs';

/** Comes back at once, and often enough for a server that is just starting again. */
const RECONNECT = {
  initialReconnectionDelay: 10,
  maxReconnectionDelay: 50,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 50,
};

export interface StreamCallOptions {
  readonly onresumptiontoken?: (token: string) => void;
  readonly resumptionToken?: string;
  readonly onprogress?: (progress: { progress: number }) => void;
}

export interface PeerNotification {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** What both generations of the official client can do. */
export interface StreamPeer {
  /** Id of its session. */
  readonly id: string;
  call(name: string, options?: StreamCallOptions): Promise<unknown>;
  /** Notifications that belong to no call, from the first one on. */
  readonly notified$: Observable<PeerNotification>;
  /** What went wrong apart from calls, from the first one on. */
  readonly errors$: Observable<Error>;
  readonly errors: readonly Error[];
  close(): Promise<void>;
}

const textOf = (result: unknown): unknown =>
  (result as { content: [{ text: string }] }).content[0].text;

export async function connectStreamV1(url: URL, sessionId?: string): Promise<StreamPeer> {
  const transport = new TransportV1(url, {
    reconnectionOptions: RECONNECT,
    ...(sessionId && { sessionId }),
  });
  const client = new ClientV1({ name: 'v1', version: '1.0.0' });
  const watched = watch(client);
  await client.connect(transport);
  return {
    ...watched,
    id: String(transport.sessionId),
    call: async (name, options = {}) =>
      textOf(
        await client.request(
          { method: 'tools/call', params: { name, arguments: {} } },
          CallToolResultSchema,
          options,
        ),
      ),
    close: () => client.close(),
  };
}

export async function connectStreamV2(url: URL, sessionId?: string): Promise<StreamPeer> {
  const transport = new TransportV2(url, {
    reconnectionOptions: RECONNECT,
    ...(sessionId && { sessionId }),
  });
  const client = new ClientV2({ name: 'v2', version: '1.0.0' });
  const watched = watch(client);
  await client.connect(transport);
  return {
    ...watched,
    id: String(transport.sessionId),
    call: async (name, options = {}) =>
      textOf(await client.callTool({ name, arguments: {} }, options)),
    close: () => client.close(),
  };
}

/** The part of a client that hands over notifications nobody asked for. */
interface Watched {
  fallbackNotificationHandler?: ((notification: PeerNotification) => Promise<void>) | undefined;
}

function watch(client: Watched): Pick<StreamPeer, 'errors' | 'errors$' | 'notified$'> {
  const errors: Error[] = [];
  const errors$ = new ReplaySubject<Error>();
  const notified$ = new ReplaySubject<PeerNotification>();
  errors$.subscribe((error) => errors.push(error));
  Object.assign(client, { onerror: (error: Error) => errors$.next(error) });
  client.fallbackNotificationHandler = (notification) => {
    notified$.next(notification);
    return Promise.resolve();
  };
  return { errors, errors$, notified$ };
}

/** Both generations, for `describe.each`. */
export const STREAM_CLIENTS = [
  { generation: 'first', connect: connectStreamV1 },
  { generation: 'second', connect: connectStreamV2 },
];
