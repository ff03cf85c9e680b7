import type { McpSession } from 'nest-mcp';
import type { JsonObject } from '../../src/protocol/json.js';
import type { DispatcherBench } from './dispatcher-bench.js';
import { ListeningPeer } from './listening-peer.js';
import { MemoryWire } from './memory-wire.js';

/** Methods that a client was told, with the URI if there is one. */
export type Told = () => readonly string[];

/** A session up to 2025-11-25 that has said it is ready and subscribed to a resource. */
export async function openSession(bench: DispatcherBench, uri = 'shop://all') {
  const known = new Set(bench.dispatcher.sessions.list());
  const wire = await MemoryWire.openOn(bench, '2025-11-25');
  await wire.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  await wire.request('subscribe', 'resources/subscribe', { uri });
  wire.received.length = 0;
  const session = bench.dispatcher.sessions.list().find((one) => !known.has(one)) as McpSession;
  const told: Told = () => wire.received.map((message) => toldBy(message as JsonObject));
  return { wire, session, told };
}

/** A listen of 2026-07-28 to everything. */
export async function openListen(bench: DispatcherBench, principalKey: string, uri = 'shop://all') {
  const filter = { toolsListChanged: true, resourceSubscriptions: [uri] };
  const peer = await ListeningPeer.open(bench, filter, { principalKey });
  const told: Told = () => peer.messages.slice(1).map(toldBy);
  return { peer, told };
}

function toldBy({ method, params }: JsonObject): string {
  const { uri } = params as { readonly uri?: string };
  const name = String(method).replace('notifications/', '');
  return uri === undefined ? name : `${name} ${uri}`;
}
