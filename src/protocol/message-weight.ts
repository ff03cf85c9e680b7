import type { OutgoingMessage } from './json-rpc.js';

/**
 * What is given up first for a reader that falls behind: reports of running work, then other
 * notifications. Answers and requests of the server never are.
 */
export type MessageWeight = 'report' | 'change' | 'essential';

/** Notifications that are not plain changes. */
const WEIGHTS: ReadonlyMap<string, MessageWeight> = new Map([
  ['notifications/progress', 'report'],
  ['notifications/message', 'report'],
  // At most one for each request, and both sides rely on it.
  ['notifications/cancelled', 'essential'],
  ['notifications/subscriptions/acknowledged', 'essential'],
]);

/** The weight of a message. */
export function weigh(message: OutgoingMessage): MessageWeight {
  if ('id' in message || !('method' in message)) return 'essential';
  return WEIGHTS.get(message.method) ?? 'change';
}
