import type { Connection } from '../../sessions/connection.js';
import type { ActiveCall } from '../active-call.js';
import type { ApprovalAnswer } from './approval-answer.js';
import { readApprovalAnswer } from './approval-answer.js';
import { approvalPrompt } from './approval-prompt.js';
import type { ParkedCalls, ParkedOutcome } from '../parking/parked-calls.js';

const FULL = {
  maxParkedElicitations: 'too many elicitations pending',
  maxParkedElicitationsTotal: 'too many elicitations pending on this server',
} as const;

/** Approvals on a connection: the call is parked, holding no slot, while a person decides. */
export class LegacyApprovals {
  constructor(private readonly parked: ParkedCalls) {}

  /** @throws the reason of the abort when the call is dropped */
  async request(
    call: ActiveCall,
    connection: Connection,
    tool: string,
    prompt: string,
  ): Promise<ApprovalAnswer> {
    const outcome = await this.parked.park(call, connection, {
      idPrefix: 'approval',
      method: 'elicitation/create',
      params: approvalPrompt(tool, prompt),
      endOf: (result) => (readApprovalAnswer(result).approved ? 'approved' : 'refused'),
    });
    return outcome.kind === 'answered'
      ? readApprovalAnswer(outcome.result)
      : { approved: false, detail: describe(outcome) };
  }
}

function describe(outcome: Exclude<ParkedOutcome, { kind: 'answered' }>): string {
  if (outcome.kind === 'timeout') return 'elicitation timed out';
  return outcome.kind === 'failed' ? 'elicitation failed' : FULL[outcome.limit];
}
