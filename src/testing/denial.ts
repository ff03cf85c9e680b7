import { ErrorCode } from '../protocol/error-codes.js';
import { isJsonObject } from '../protocol/json.js';
import { McpTestError } from './mcp-test.error.js';

/**
 * How a call was denied.
 *
 * @publicApi
 */
export interface TestDenial {
  /** Why, in the words the client was told. */
  readonly detail: string;
  /** Of the policy, for a tool: `ask` where nobody could be asked, or a person said no. */
  readonly decision: 'deny' | 'ask' | undefined;
  /** Of the HTTP response, where a guard of the route denied it. */
  readonly status: number | undefined;
}

/** What Nest's exceptions say by themselves. A result of a tool has no more of a guard than its words. */
const WORDS_OF_GUARDS = new Set(['Forbidden resource', 'Forbidden', 'Unauthorized']);

const READ_DENIED = new Set<unknown>([ErrorCode.ReadDenied, ErrorCode.ReadDeniedModern]);

/** The denial in a result, `undefined` if there is none. */
export function denialOfResult(result: unknown): TestDenial | undefined {
  const text = errorText(result);
  if (text === undefined) return undefined;
  const { error, decision, detail } = parseObject(text);
  if (error === 'authorization_required' && (decision === 'deny' || decision === 'ask')) {
    return { decision, detail: String(detail), status: undefined };
  }
  if (!WORDS_OF_GUARDS.has(text)) return undefined;
  return { decision: undefined, detail: text, status: undefined };
}

/** The denial in what a call was rejected with, `undefined` if there is none. */
export function denialOfError(thrown: unknown): TestDenial | undefined {
  if (!(thrown instanceof McpTestError)) return undefined;
  const { code, data, status, message } = thrown;
  if (READ_DENIED.has(code)) {
    const detail = isJsonObject(data) ? String(data.detail) : message;
    return { decision: undefined, detail, status: undefined };
  }
  if (status !== 401 && status !== 403) return undefined;
  return { decision: undefined, detail: message.split('\n')[0] ?? '', status };
}

/** The words of a result that tells of a failure. */
export function errorText(result: unknown): string | undefined {
  if (!isJsonObject(result) || result.isError !== true || !Array.isArray(result.content)) {
    return undefined;
  }
  const [first] = result.content as readonly unknown[];
  return isJsonObject(first) && typeof first.text === 'string' ? first.text : '';
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
