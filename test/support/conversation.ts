import type { JsonRpcResponse } from '../../src/protocol/json-rpc.js';
import { DirectPeer } from './direct-peer.js';
import type { DispatcherBench } from './dispatcher-bench.js';
import type { Question } from './modern-peer.js';
import { ModernPeer } from './modern-peer.js';
import { settled } from './settled.js';

/** A request to the client, as either era carries it. */
export interface Asked {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The client's result of a request; `undefined` says nothing. */
export type Answerer = (asked: Asked) => object | undefined;

/** A call with all its questions. */
export interface Conversation {
  readonly reply: JsonRpcResponse | null;
  /** What was asked, in the words of {@link wordsOf}, round by round. */
  readonly rounds: readonly (readonly string[])[];
}

/** What a client that can do everything declares. */
export const EVERYTHING = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: {},
};

const MAX_ROUNDS = 20;

/** The message of an elicitation, the first text of sampling, else the method. */
export function wordsOf({ method, params }: Asked): string {
  if (method === 'elicitation/create') return String(params.message);
  if (method === 'roots/list') return 'roots';
  const [first] = params.messages as { content: { text: string } }[];
  return String(first?.content.text);
}

/** Calls a tool of a bench and answers what it asks until it ends, as a client of the era does. */
export function converse(
  era: 'legacy' | 'modern',
  bench: DispatcherBench,
  tool: string,
  answer: Answerer = answerAll,
): Promise<Conversation> {
  return era === 'legacy' ? overConnection(bench, tool, answer) : inRounds(bench, tool, answer);
}

/** Accepts every form with `{ value: <its message> }`, and knows one text and one root. */
export function answerAll(asked: Asked): object {
  const words = wordsOf(asked);
  if (asked.method === 'roots/list') return { roots: [{ uri: 'file:///srv', name: 'srv' }] };
  if (asked.method === 'elicitation/create') {
    return { action: 'accept', ...(asked.params.mode !== 'url' && { content: { value: words } }) };
  }
  return { role: 'assistant', content: { type: 'text', text: `${words}!` }, model: 'm' };
}

async function inRounds(
  bench: DispatcherBench,
  tool: string,
  answer: Answerer,
): Promise<Conversation> {
  const peer = new ModernPeer(bench, { capabilities: EVERYTHING });
  const rounds: string[][] = [];
  let more: object = {};
  while (rounds.length < MAX_ROUNDS) {
    const reply = await peer.call(tool, {}, more);
    const question = questionOf(reply);
    if (question === undefined) return { reply, rounds };
    const { inputRequests, requestState } = question;
    rounds.push(Object.values(inputRequests).map(wordsOf));
    const responses = Object.entries(inputRequests).map(([key, asked]) => [key, answer(asked)]);
    const given = responses.filter(([, response]) => response !== undefined);
    more = { requestState, inputResponses: Object.fromEntries(given) };
  }
  throw new Error(`${tool} asked more than ${MAX_ROUNDS} times`);
}

/** The questions a request was answered with. */
export function questionOf(reply: JsonRpcResponse | null): Question | undefined {
  if (reply === null || !('result' in reply)) return undefined;
  const result = reply.result as unknown as Question;
  return result.resultType === 'input_required' ? result : undefined;
}

async function overConnection(
  bench: DispatcherBench,
  tool: string,
  answer: Answerer,
): Promise<Conversation> {
  const peer = new DirectPeer(bench, 'a');
  peer.listen();
  await peer.initialize(EVERYTHING);
  let reply: JsonRpcResponse | null | undefined;
  const call = peer.call(tool);
  void call.response.then((response) => (reply = response));
  const rounds: string[][] = [];
  while (rounds.length < MAX_ROUNDS) {
    await settled();
    if (reply !== undefined) return { reply, rounds };
    const open = peer.pushed
      .splice(0)
      .filter((message) => 'method' in message && 'id' in message) as unknown as (Asked & {
      readonly id: string;
    })[];
    if (open.length === 0) throw new Error(`${tool} neither asks nor ends`);
    rounds.push(open.map(wordsOf));
    for (const asked of open) {
      const result = answer(asked);
      if (result !== undefined) await peer.send({ jsonrpc: '2.0', id: asked.id, result });
    }
  }
  throw new Error(`${tool} asked more than ${MAX_ROUNDS} times`);
}
