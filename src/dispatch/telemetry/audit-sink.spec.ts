import { isAudited } from './audit-sink.js';
import type { McpEvent } from './mcp-event.js';

const facts = {
  method: 'tools/call',
  name: 'pay',
  transport: 'memory',
  connectionId: 'a',
  principalKey: undefined,
} as const;

/** One event of every type, and whether an audit wants it. */
const EVENTS: readonly (readonly [McpEvent, boolean])[] = [
  [{ type: 'started', ...facts }, false],
  [{ type: 'finished', outcome: 'returned', durationMs: 1, ...facts }, true],
  [{ type: 'abandoned', reason: 'timeout', ...facts }, false],
  [{ type: 'ended_late', durationMs: 1, ...facts }, false],
  [{ type: 'busy', scope: 'server', limit: 1, ...facts }, true],
  [{ type: 'decided', seam: 'tool', decision: 'deny', ...facts }, true],
  [{ type: 'parked', ...facts }, true],
  [{ type: 'settled', end: 'approved', durationMs: 1, ...facts }, true],
  [{ type: 'cancelled', ...facts }, true],
  [{ type: 'rejected', code: -32601, ...facts }, false],
  [{ type: 'dropped', connectionId: 'a' }, false],
  [{ type: 'client_capabilities_evicted', connectionId: 'a' }, false],
];

describe('the audit', () => {
  it.each(EVENTS.map(([event, isWanted]) => [event.type, isWanted, event] as const))(
    'of %s: %s',
    (_type, isWanted, event) => {
      expect(isAudited(event)).toBe(isWanted);
    },
  );
});
