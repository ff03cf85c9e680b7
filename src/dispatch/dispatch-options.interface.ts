import type { SecretFieldsPolicy } from './input-requests/elicitation-forms.js';

/** Choices about how calls are answered. */
export interface DispatchOptions {
  /**
   * How bad tool arguments are told: `result` as an `isError` result the model can react to, or
   * `protocol` as JSON-RPC error `-32602`.
   */
  readonly inputErrors: 'result' | 'protocol';

  /** Code for an unknown tool in every revision; default `-32601` up to 2025-11-25, then `-32602`. */
  readonly unknownToolCode: number | undefined;

  /** May explain an unknown tool; text is sent as an `isError` result, `undefined` as the error. */
  readonly unknownToolReply:
    ((name: string) => string | undefined | Promise<string | undefined>) | undefined;

  /** Whether the event of a tool call's decision carries its arguments. */
  readonly auditArguments: boolean;

  /** Whether the event of a tool call's end carries its result. */
  readonly auditResults: boolean;

  /** What happens to a form that asks for something that looks like a secret. */
  readonly secretFormFields: SecretFieldsPolicy;

  /** What of an HTTP request goes into the state of its session, with every request. */
  readonly sessionState: ((request: never) => object) | undefined;

  /** Whether `McpContext.current()` works. */
  readonly asyncContext: boolean;

  /** Entries in one page of a list; lists are sent whole when absent. */
  readonly pageSize: number | undefined;
}
