import type { Person } from './person.js';

/** What a call gave, in the words of no particular client. */
export interface CallAnswer {
  readonly text: string;
  readonly structured: unknown;
  readonly isError: boolean;
}

/** A progress notification. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** A log notification. */
export interface LogMessage {
  readonly level: string;
  readonly logger?: string | undefined;
  readonly data?: unknown;
}

/** A listed tool. */
export interface ToolEntry {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Progress) => void;
  readonly meta?: Record<string, unknown>;
}

/** What is completed: a prompt's argument, or a template's variable. */
export type CompletionTarget =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/** One connected client of an independent implementation. */
export interface Peer {
  readonly server: { readonly name: string; readonly version: string } | undefined;
  /** The revision the client believes in; `undefined` where it does not tell. */
  readonly revision: string | undefined;
  /** Codes of the errors received so far, as they stood on the wire: clients may rename them. */
  readonly errorCodes: readonly number[];
  /** Log messages received so far. */
  readonly logs: readonly LogMessage[];
  /** Who answers what the server asks. */
  readonly person: Person;
  listTools(): Promise<readonly ToolEntry[]>;
  callTool(
    name: string,
    args?: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<CallAnswer>;
  listResources(): Promise<readonly string[]>;
  listTemplates(): Promise<readonly string[]>;
  readResource(uri: string): Promise<string>;
  listPrompts(): Promise<readonly string[]>;
  getPrompt(name: string, args: Record<string, string>): Promise<string>;
  complete(target: CompletionTarget, argument: string, value: string): Promise<readonly string[]>;
  setLogLevel(level: 'debug' | 'warning'): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
