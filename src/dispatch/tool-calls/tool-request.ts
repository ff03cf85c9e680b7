import type { JsonObject } from '../../protocol/json.js';
import { readArguments, readString } from '../read-params.js';

/** What a `tools/call` asks for. */
export interface ToolRequest {
  readonly name: string;
  /** As the client sent them; `{}` if it sent none. */
  readonly args: JsonObject;
}

/** @throws McpException `-32602` for a name that is no text, and for arguments that are no object */
export const readToolRequest = (params: JsonObject): ToolRequest => ({
  name: readString(params, 'name', 'tools/call'),
  args: readArguments(params, 'tools/call'),
});
