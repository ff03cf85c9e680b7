import type { JsonObject } from '../protocol/json.js';

/**
 * Options of `McpTestClient`.
 *
 * @publicApi
 */
export interface McpTestClientOptions {
  /** Revision to speak; default: the newest the server offers. Those up to 2025-11-25 shake hands. */
  readonly protocolVersion?: string;
  /** Which server of the application; default: the default server. */
  readonly server?: string;
  /** Capabilities to declare, besides those that `onElicit()` and its like declare. */
  readonly capabilities?: JsonObject;
  /** Headers of every request, over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Path of the endpoint, over HTTP; default: what the global prefix and `http.path` say. */
  readonly path?: string;
}

/**
 * A tool as listed.
 *
 * @publicApi
 */
export interface ListedTool extends JsonObject {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
}

/**
 * What is completed: a prompt's argument, or a template's variable.
 *
 * @publicApi
 */
export type CompletionRef =
  | { readonly type: 'ref/prompt' | 'ref/tool'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };
