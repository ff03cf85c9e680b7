import type { ActiveCall } from '../active-call.js';
import type { ApprovalAnswer } from './approval-answer.js';
import { canAsk } from '../input-requests/can-ask.js';
import type { LegacyApprovals } from './legacy-approvals.js';
import type { ModernApprovals } from './modern-approvals.js';

/** Asks a person about a tool call, in the way of the request's era. */
export class Approvals {
  constructor(
    private readonly legacy: LegacyApprovals,
    private readonly modern: ModernApprovals,
  ) {}

  /**
   * A client that cannot be asked is refused with the question itself as the reason.
   *
   * @throws the reason of the abort when the call was given up: nobody is asked for nothing
   */
  async request(call: ActiveCall, tool: string, prompt: string): Promise<ApprovalAnswer> {
    call.signal.throwIfAborted();
    if (!canAsk(call.context)) return { approved: false, detail: prompt };
    const { connection } = call.context;
    return connection === undefined
      ? this.modern.resolve(call, tool, prompt)
      : this.legacy.request(call, connection, tool, prompt);
  }
}
