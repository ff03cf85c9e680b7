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
  /** Capabilities to declare, besides those that `onElicit()`, `nextElicitation()` and their like declare. */
  readonly capabilities?: JsonObject;
  /** Headers of every request, over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Path of the endpoint, over HTTP; default: what the global prefix, what it excludes, and
   * `http.path` say.
   */
  readonly path?: string;
  /**
   * Who calls, in memory: what policies and methods get as the principal, and guards find as `user` of
   * the request. Over HTTP guards establish it. Default: nobody.
   */
  readonly principal?: unknown;
}

/**
 * How a request is sent, and what is heard of it.
 *
 * @publicApi
 */
export interface TestCallOptions {
  /** Called off when it is aborted; the call rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Asks for progress, and is called with each report as it comes. */
  readonly onProgress?: (progress: TestProgress) => void;
  /** `_meta` of the request, besides what the client puts there. */
  readonly meta?: JsonObject;
}

/**
 * A report of progress.
 *
 * @publicApi
 */
export interface TestProgress {
  readonly progress: number;
  readonly total?: number;
  /** 2025-03-26 and later. */
  readonly message?: string;
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
