import type { McpEvent } from './mcp-event.js';

/**
 * Events an audit wants: what was decided about whom, and how it ended.
 *
 * @publicApi
 */
export type McpAuditEvent = Extract<
  McpEvent,
  {
    readonly type:
      | 'decided'
      | 'parked'
      | 'settled'
      | 'cancelled'
      | 'finished'
      | 'busy'
      | 'task_created'
      | 'task_ended';
  }
>;

/**
 * Records decisions and outcomes.
 *
 * @publicApi
 */
export interface McpAuditSink {
  /** Must not block; what it throws is logged. */
  record(event: McpAuditEvent): void;
}

const AUDITED = new Set<McpEvent['type']>([
  'decided',
  'parked',
  'settled',
  'cancelled',
  'finished',
  'busy',
  'task_created',
  'task_ended',
]);

/** True for the events that go to the audit. */
export const isAudited = (event: McpEvent): event is McpAuditEvent => AUDITED.has(event.type);
