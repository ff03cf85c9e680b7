import type { Logger } from '@nestjs/common';
import type { JsonObject } from '../../protocol/json.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { ActiveCall } from '../active-call.js';
import { InputRequired } from '../input-required.js';
import { APPROVAL_KEY } from '../input-requests/question-names.js';
import { RoundAnswers } from '../input-requests/round-answers.js';
import type { OpenedState, RequestStates } from '../request-state/request-states.js';
import { readInputResponses, refusedState } from '../request-state/request-states.js';
import { BusyError } from '../slots/busy.error.js';
import type { ApprovalAnswer } from './approval-answer.js';
import { isElicitResult, readApprovalAnswer } from './approval-answer.js';
import { approvalPrompt } from './approval-prompt.js';
import type { SpentApprovals } from './spent-approvals.js';

/** What modern approvals need. */
export interface ModernApprovalParts {
  readonly states: RequestStates;
  readonly spent: () => SpentApprovals;
  readonly limits: { readonly maxSpentApprovals: number };
  readonly logger: Logger;
}

/**
 * Approvals without a connection: the question ends the request, and the client repeats it with the
 * answer and the state it was given. A state that carries a yes is worth one run; a run that asks
 * further questions hands the yes on with the next state.
 */
export class ModernApprovals {
  private hasWarned = false;

  constructor(private readonly parts: ModernApprovalParts) {}

  /**
   * The answer that came with a request. A request that brings none, or a state without an answer, is
   * asked (again).
   *
   * @throws InputRequired to ask
   * @throws McpException `-32602` for a state that is not valid, and for an answer that is none;
   *   `spend` of the answer throws it for a state that was used
   */
  resolve(call: ActiveCall, tool: string, prompt: string): ApprovalAnswer {
    const state = this.parts.states.open(call);
    if (state?.approval === 'given') return { approved: true, spend: () => this.spend(state) };
    if (state?.approval !== 'asked') throw this.question(call, tool, prompt, state);
    const response = readResponse(call);
    if (response === undefined) throw this.question(call, tool, prompt, state);
    const answer = readApprovalAnswer(response);
    return answer.approved ? { ...answer, spend: () => this.spend(state) } : answer;
  }

  private question(
    call: ActiveCall,
    tool: string,
    prompt: string,
    state: OpenedState | undefined,
  ): InputRequired {
    const params = approvalPrompt(tool, prompt);
    return new InputRequired(
      { [APPROVAL_KEY]: { method: 'elicitation/create', params } },
      this.parts.states.seal(call, {
        approval: 'asked',
        // A policy may come to ask between two rounds of a handler's questions.
        ...new RoundAnswers(call, state).with([]),
        kept: state?.kept ?? {},
      }),
    );
  }

  /** Anything but a clear `ok` of the store counts as used. */
  private async spend({ id, expiresAt }: OpenedState): Promise<void> {
    const { spent, limits } = this.parts;
    const outcome = await spent().spend(id, expiresAt);
    if (outcome === 'full') {
      this.warn(limits.maxSpentApprovals);
      throw new BusyError('approvals', limits.maxSpentApprovals);
    }
    if (outcome !== 'ok') throw refusedState();
  }

  private warn(limit: number): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.parts.logger.warn(
      `An approval was refused as busy: limits.maxSpentApprovals (${limit}) is met. Said once.`,
    );
  }
}

/** The value that answers the question, `undefined` if there is none. */
function readResponse(call: ActiveCall): JsonObject | undefined {
  const response = readInputResponses(call).get(APPROVAL_KEY);
  if (response === undefined || isElicitResult(response)) return response;
  throw invalidParams(`inputResponses.${APPROVAL_KEY} is not the result of an elicitation`);
}
