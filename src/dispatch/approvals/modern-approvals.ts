import type { Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Clock } from '../../protocol/clock.js';
import type { IdGenerator } from '../../protocol/id-generator.js';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { ActiveCall } from '../active-call.js';
import { InputRequired } from '../input-required.js';
import { BusyError } from '../slots/busy.error.js';
import type { ApprovalAnswer } from './approval-answer.js';
import { readApprovalAnswer } from './approval-answer.js';
import { approvalPrompt } from './approval-prompt.js';
import { canonicalJson } from './canonical-json.js';
import type { RequestStateCodec } from './request-state-codec.js';
import type { SpentApprovals } from './spent-approvals.js';

/** Key of the question among `inputRequests`. */
const APPROVAL_KEY = 'approval';

/** What modern approvals need. */
export interface ModernApprovalParts {
  readonly codec: RequestStateCodec;
  readonly spent: () => SpentApprovals;
  readonly clock: Clock;
  readonly nextId: IdGenerator;
  readonly limits: { readonly requestStateTtlMs: number; readonly maxSpentApprovals: number };
  readonly logger: Logger;
}

interface ApprovalState {
  readonly kind: 'approval';
  readonly id: string;
  readonly tool: string;
  readonly digest: string;
  readonly principal: string | null;
  readonly expiresAt: number;
}

/**
 * Approvals without a connection: the question ends the request, and the client repeats it with the
 * answer and the state it was given. The state says what was asked about: whose call, which tool,
 * which arguments, until when. It is worth one run.
 */
export class ModernApprovals {
  private hasWarned = false;

  constructor(private readonly parts: ModernApprovalParts) {}

  /**
   * The answer that came with a request. A request that brings none, or a state without an answer, is
   * asked (again).
   *
   * @throws InputRequired to ask
   * @throws McpException `-32602` for a state that is not genuine, expired, used, or about another call
   * @throws BusyError when its use could not be remembered
   */
  async resolve(
    call: ActiveCall,
    tool: string,
    args: JsonObject,
    prompt: string,
  ): Promise<ApprovalAnswer> {
    const { requestState, inputResponses } = call.params;
    const subject = this.subjectOf(call, tool, args);
    if (requestState === undefined) throw this.question(subject, prompt);
    const state = this.verify(requestState, subject);
    if (!isJsonObject(inputResponses) || inputResponses[APPROVAL_KEY] === undefined) {
      throw this.question(subject, prompt);
    }
    const answer = readApprovalAnswer(inputResponses[APPROVAL_KEY]);
    if (answer.approved) await this.spend(state);
    return answer;
  }

  private question(
    subject: Omit<ApprovalState, 'id' | 'expiresAt'>,
    prompt: string,
  ): InputRequired {
    const { clock, codec, nextId, limits } = this.parts;
    this.warnOfEphemeralSecret();
    const state: ApprovalState = {
      ...subject,
      id: nextId(),
      expiresAt: clock.now() + limits.requestStateTtlMs,
    };
    const params = approvalPrompt(subject.tool, prompt);
    return new InputRequired(
      { [APPROVAL_KEY]: { method: 'elicitation/create', params } },
      codec.encode({ ...state }),
    );
  }

  private verify(
    requestState: unknown,
    subject: Omit<ApprovalState, 'id' | 'expiresAt'>,
  ): ApprovalState {
    const payload =
      typeof requestState === 'string' ? this.parts.codec.decode(requestState) : undefined;
    if (payload === undefined || payload.kind !== 'approval') throw refused();
    const state = payload as unknown as ApprovalState;
    const isSame =
      state.tool === subject.tool &&
      state.digest === subject.digest &&
      state.principal === subject.principal;
    if (!isSame || state.expiresAt <= this.parts.clock.now()) throw refused();
    return state;
  }

  private warnOfEphemeralSecret(): void {
    if (this.hasWarned || !this.parts.codec.isEphemeral) return;
    this.hasWarned = true;
    this.parts.logger.warn(
      'Questions of 2026-07-28 are signed with a random secret of this process: answers fail after a ' +
        'restart and in other processes. Give the option requestStateSecrets if that matters.',
    );
  }

  private async spend({ id, expiresAt }: ApprovalState): Promise<void> {
    const outcome = await this.parts.spent().spend(id, expiresAt);
    if (outcome === 'full') throw new BusyError('approvals', this.parts.limits.maxSpentApprovals);
    if (outcome === 'spent') throw refused();
  }

  private subjectOf(
    { context }: ActiveCall,
    tool: string,
    args: JsonObject,
  ): Omit<ApprovalState, 'id' | 'expiresAt'> {
    const digest = createHash('sha256').update(canonicalJson(args)).digest('base64url');
    return { kind: 'approval', tool, digest, principal: context.principalKey ?? null };
  }
}

/** Why is nobody's business: the client cannot mend it but by asking anew. */
const refused = () => invalidParams('requestState is not valid for this request');
