import type { JsonRpcRequest } from '../../../src/protocol/json-rpc.js';
import { MetaKey } from '../../../src/protocol/meta-keys.js';
import { ANSWERS } from './answers.js';
import type { CallRecord } from './world.js';

/** A question a modern client was answered with. */
export interface Question {
  /** Serial of the call that was answered with it. */
  readonly serial: number;
  readonly state: string;
}

/** What a direct caller says with each request that carries its own state. */
const ENVELOPE = {
  [MetaKey.ProtocolVersion]: '2026-07-28',
  [MetaKey.ClientCapabilities]: { elicitation: {} },
};

/** The message of a call. */
export function requestOf(call: CallRecord, questions: readonly Question[]): JsonRpcRequest {
  const { id, method } = call;
  return { jsonrpc: '2.0', id, method, params: paramsOf(call, questions) };
}

function paramsOf(call: CallRecord, questions: readonly Question[]): JsonRpcRequest['params'] {
  const { serial, token, method, tool, retry, actor, isModern } = call;
  const _meta = { serial, ...(actor.kind === 'direct' && isModern && ENVELOPE) };
  if (method === 'tools/list') return { _meta };
  if (method === 'initialize') {
    return {
      protocolVersion: '2025-11-25',
      clientInfo: { name: 'client', version: '1' },
      capabilities: call.elicitation ? { elicitation: {} } : {},
    };
  }
  const params = { _meta, name: tool, arguments: { token } };
  if (retry === undefined) return params;
  const state = questions.find((question) => question.serial === retry.of)?.state ?? '';
  return {
    ...params,
    requestState: retry.state === 'tampered' ? tamper(state) : state,
    ...(retry.answer !== 'none' && {
      inputResponses: { approval: ANSWERS[retry.answer].result },
    }),
  };
}

/** Changes one character of the payload. */
const tamper = (state: string) =>
  state.startsWith('e') ? `f${state.slice(1)}` : `e${state.slice(1)}`;
