import type { JsonRpcResponse } from '../../../src/protocol/json-rpc.js';
import { isJsonObject } from '../../../src/protocol/json.js';

/** An answer in a few words, the same that the model predicts it in. */
export function describeAnswer(answer: JsonRpcResponse | null): string {
  if (answer === null) return 'nothing';
  if ('error' in answer) return describeError(answer.error);
  const { result } = answer;
  if (result.resultType === 'input_required') return 'question';
  if ('protocolVersion' in result) return 'initialized';
  if ('tools' in result) return 'listed';
  const [block] = result.content as readonly { readonly text: string }[];
  const text = block?.text ?? '';
  return result.isError === true ? describeFailure(text) : text;
}

function describeError({ code, data }: { code: number; data?: unknown }): string {
  return isJsonObject(data) && 'error' in data ? describePayload(data) : `error ${code}`;
}

function describeFailure(text: string): string {
  if (text.startsWith('{')) return describePayload(JSON.parse(text) as Record<string, unknown>);
  return text.replace(/ \(reference [0-9a-f-]+\)$/, '');
}

function describePayload({ error, scope, decision, detail }: Record<string, unknown>): string {
  if (error === 'server_busy') return `busy ${String(scope)}`;
  if (error === 'authorization_required') return `denied ${String(decision)}: ${String(detail)}`;
  return String(error);
}
