import type { McpLimits, RuntimeTool } from 'nest-mcp';
import type { JsonRpcResponse } from '../../src/protocol/json-rpc.js';
import type { BenchOptions, DispatcherBench } from './dispatcher-bench.js';
import { createBench } from './dispatcher-bench.js';
import { HeldTool } from './held-tool.js';

/** A bench with one tool that holds its slot until the test ends it. */
export async function createFullBench(
  limits: Partial<McpLimits>,
  options: BenchOptions = {},
): Promise<DispatcherBench & { readonly held: HeldTool }> {
  const held = new HeldTool();
  const more: readonly RuntimeTool[] = options.tools ?? [];
  const bench = await createBench({ ...options, limits, tools: [held.definition, ...more] });
  return { ...bench, held };
}

/** The JSON in the text of an `isError` result; `undefined` for any other answer. */
export function toolError(answer: JsonRpcResponse | null): unknown {
  if (answer === null || !('result' in answer) || answer.result.isError !== true) return undefined;
  const [block] = answer.result.content as { text: string }[];
  return JSON.parse(block?.text ?? 'null');
}

/** What a busy tool call is told. */
export const busy = (scope: string, limit: number) => ({
  error: 'server_busy',
  scope,
  limit,
  retryable: true,
});
