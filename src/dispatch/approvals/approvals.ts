import type { JsonObject } from '../../protocol/json.js';
import type { ActiveCall } from '../active-call.js';
import type { ApprovalAnswer } from './approval-answer.js';
import { canAsk } from './can-ask.js';
import type { ModernApprovals } from './modern-approvals.js';
import type { ParkedCalls } from './parked-calls.js';

/** Asks a person about a tool call, in the way of the request's era. */
export class Approvals {
  constructor(
    private readonly parked: ParkedCalls,
    private readonly modern: ModernApprovals,
  ) {}

  /**
   * A client that cannot be asked is refused with the question itself as the reason.
   *
   * @throws the reason of the abort when the call was given up: nobody is asked for nothing
   */
  async request(
    call: ActiveCall,
    tool: string,
    args: JsonObject,
    prompt: string,
  ): Promise<ApprovalAnswer> {
    call.signal.throwIfAborted();
    if (!canAsk(call.context)) return { approved: false, detail: prompt };
    const { connection } = call.context;
    return connection === undefined
      ? this.modern.resolve(call, tool, args, prompt)
      : this.parked.park(call, connection, tool, prompt);
  }
}
