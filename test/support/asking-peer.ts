import type { McpContext } from 'nest-mcp';
import { askingTool } from './asking-tool.js';
import type { Asked } from './conversation.js';
import { EVERYTHING } from './conversation.js';
import { DirectPeer } from './direct-peer.js';
import type { BenchOptions, DispatcherBench } from './dispatcher-bench.js';
import { createBench } from './dispatcher-bench.js';
import { settled } from './settled.js';

/** A request to the client on a connection. */
export type Pushed = Asked & { readonly id: string };

/** A peer on a connection that can be asked for everything. */
export async function askablePeer(bench: DispatcherBench, id: string): Promise<DirectPeer> {
  const peer = new DirectPeer(bench, id);
  peer.listen();
  await peer.initialize(EVERYTHING);
  return peer;
}

/** A bench with the tool `ask`, a peer on a connection, and its call, which has asked. */
export async function askedOnConnection(
  handler: (ctx: McpContext) => unknown,
  options: BenchOptions = {},
) {
  const bench = await createBench({ tools: [askingTool(handler)], ...options });
  const peer = await askablePeer(bench, 'a');
  const call = peer.call('ask');
  await settled();
  return { bench, peer, call };
}

/** Requests to the client so far. */
export const requestsTo = ({ pushed }: DirectPeer): readonly Pushed[] =>
  pushed.filter((message) => 'method' in message && 'id' in message) as unknown as Pushed[];

/** Notifications of the server so far. */
export const noticesTo = ({ pushed }: DirectPeer): readonly unknown[] =>
  pushed.filter((message) => 'method' in message && !('id' in message));

/** Answers a request; the first one by default. */
export async function answerTo(
  peer: DirectPeer,
  answer: { readonly result: unknown } | { readonly error: unknown },
  request: Pick<Pushed, 'id'> | undefined = requestsTo(peer)[0],
): Promise<void> {
  await peer.send({ jsonrpc: '2.0', id: request?.id, ...answer });
  await settled();
}

/** What a person fills into {@link VALUE_FORM}. */
export const filled = (value: string) => ({ result: { action: 'accept', content: { value } } });
