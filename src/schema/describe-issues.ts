import type { ValidationIssue } from './compiled-schema.interface.js';

/** More lines than this help nobody; the rest is counted. */
const MAX_LINES = 50;

/**
 * The text a model can act on: one line a field, `items.0.qty: must be an integer number`.
 *
 * @internal
 */
export function describeIssues(issues: readonly ValidationIssue[]): string {
  const byPath = new Map<string, string[]>();
  for (const { path, message } of issues) {
    const messages = byPath.get(path) ?? [];
    if (!messages.includes(message)) messages.push(message);
    byPath.set(path, messages);
  }
  const lines = [...byPath].map(([path, messages]) => line(path, messages));
  const rest = lines.length - MAX_LINES;
  return rest > 0
    ? [...lines.slice(0, MAX_LINES), `… and ${rest} more`].join('\n')
    : lines.join('\n');
}

function line(path: string, messages: readonly string[]): string {
  if (path === '') return messages.join('; ');
  const field = path.slice(path.lastIndexOf('.') + 1);
  return `${path}: ${messages.map((message) => withoutSubject(message, field)).join('; ')}`;
}

/** `number must be a string` and `number: expected string` after `number:` read better without it. */
function withoutSubject(message: string, field: string): string {
  const subject = [`${field} `, `${field}: `].find((lead) => message.startsWith(lead));
  return subject === undefined ? message : message.slice(subject.length);
}
