import type { JsonObject } from '../../src/protocol/json.js';
import type { McpTestClient } from 'nest-mcp/testing';

/** The error that a request was answered with. */
export interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly data?: any;
}

/** Sends a request that must be refused. */
export async function refusal(
  client: McpTestClient,
  method: string,
  params: JsonObject = {},
): Promise<Refusal> {
  const { response } = await client.exchange(method, params);
  if (response !== undefined && 'error' in response) return response.error as Refusal;
  throw new Error(`${method} was not refused: ${JSON.stringify(response)}`);
}
