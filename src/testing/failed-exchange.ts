import type { JsonObject } from '../protocol/json.js';
import { McpTestError } from './mcp-test.error.js';
import { show, showRequest } from './show.js';
import type { TestExchange } from './test-link.interface.js';

/** Headers that say why a request was turned away, or what it was answered with. */
const TELLING_HEADERS = ['content-type', 'www-authenticate', 'retry-after', 'location', 'allow'];

/**
 * The error of a request without a result.
 *
 * @param known lines on what else is known
 */
export function failedExchange(
  method: string,
  params: JsonObject,
  { response, status, headers, body }: TestExchange,
  known: readonly string[],
): McpTestError {
  const error = response && 'error' in response ? response.error : undefined;
  const http = status === undefined ? '' : ` (HTTP ${status})`;
  const what = error ? `${error.code} ${error.message}` : firstWords(body);
  const lines = [
    `${method} failed${http}: ${what}`,
    ...(error?.data === undefined ? [] : [`data: ${show(error.data)}`]),
    `request: ${showRequest(method, params)}`,
    ...TELLING_HEADERS.filter((name) => status !== undefined && name in headers).map(
      (name) => `${name}: ${headers[name]}`,
    ),
    ...(isLong(body) ? [`body: ${show(body)}`] : []),
    ...known,
  ];
  return new McpTestError(lines.join('\n  '), { code: error?.code, data: error?.data, status });
}

const isLong = (body: string | undefined): body is string => firstWords(body) !== body && !!body;

/** A page of HTML should not hide the rest. */
function firstWords(body: string | undefined): string {
  if (body === undefined || body === '') return 'no answer';
  const text = body.replaceAll(/\s+/g, ' ');
  return text.length <= 200 ? text : `${text.slice(0, 200)} …`;
}
