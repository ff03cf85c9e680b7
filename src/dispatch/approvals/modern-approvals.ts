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
import { isElicitResult, readApprovalAnswer } from './approval-answer.js';
import { approvalPrompt } from './approval-prompt.js';
import { canonicalJson } from './canonical-json.js';
import type { RequestStateCodec } from './request-state-codec.js';
import type { SpentApprovals } from './spent-approvals.js';

/** Key of the question among `inputRequests`. */
const APPROVAL_KEY = 'approval';

const EPHEMERAL =
  'Questions of 2026-07-28 are signed with a random secret of this process: answers fail after a ' +
  'restart and in other processes. Give the option requestStateSecrets if that matters.';

/** What modern approvals need. */
export interface ModernApprovalParts {
  readonly codec: RequestStateCodec;
  readonly spent: () => SpentApprovals;
  readonly clock: Clock;
  readonly nextId: IdGenerator;
  readonly limits: { readonly requestStateTtlMs: number; readonly maxSpentApprovals: number };
  readonly logger: Logger;
  /** Name of the server: servers that share secrets do not share approvals. */
  readonly server: string;
}

interface ApprovalState {
  readonly kind: 'approval';
  readonly server: string;
  readonly id: string;
  readonly tool: string;
  readonly digest: string;
  readonly principal: string | null;
  readonly expiresAt: number;
}

/**
 * Approvals without a connection: the question ends the request, and the client repeats it with the
 * answer and the state it was given. The state says what was asked about: which server, whose call,
 * which tool, which arguments, until when. It is worth one run.
 */
export class ModernApprovals {
  private readonly said = new Set<string>();

  constructor(private readonly parts: ModernApprovalParts) {}

  /**
   * The answer that came with a request. A request that brings none, or a state without an answer, is
   * asked (again).
   *
   * @throws InputRequired to ask
   * @throws McpException `-32602` for a state that is not genuine, expired, or about another call, and
   *   for an answer that is none; `spend` of the answer throws it for a state that was used
   */
  resolve(call: ActiveCall, tool: string, args: JsonObject, prompt: string): ApprovalAnswer {
    const { requestState, inputResponses = {} } = call.params;
    const subject = this.subjectOf(call, tool, args);
    if (requestState === undefined) throw this.question(subject, prompt);
    const state = this.verify(requestState, subject);
    const response = readResponse(inputResponses);
    if (response === undefined) throw this.question(subject, prompt);
    const answer = readApprovalAnswer(response);
    return answer.approved ? { ...answer, spend: () => this.spend(state) } : answer;
  }

  private question(
    subject: Omit<ApprovalState, 'id' | 'expiresAt'>,
    prompt: string,
  ): InputRequired {
    const { clock, codec, nextId, limits } = this.parts;
    if (codec.isEphemeral) this.warnOnce(EPHEMERAL);
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
      state.server === subject.server &&
      state.tool === subject.tool &&
      state.digest === subject.digest &&
      state.principal === subject.principal;
    if (!isSame || state.expiresAt <= this.parts.clock.now()) throw refused();
    return state;
  }

  /** Anything but a clear `ok` of the store counts as used. */
  private async spend({ id, expiresAt }: ApprovalState): Promise<void> {
    const { spent, limits } = this.parts;
    const outcome = await spent().spend(id, expiresAt);
    if (outcome === 'full') {
      const limit = limits.maxSpentApprovals;
      this.warnOnce(`An approval was refused as busy: limits.maxSpentApprovals (${limit}) is met.`);
      throw new BusyError('approvals', limit);
    }
    if (outcome !== 'ok') throw refused();
  }

  private warnOnce(text: string): void {
    if (this.said.has(text)) return;
    this.said.add(text);
    this.parts.logger.warn(`${text} Said once.`);
  }

  private subjectOf(
    { context }: ActiveCall,
    tool: string,
    args: JsonObject,
  ): Omit<ApprovalState, 'id' | 'expiresAt'> {
    const digest = createHash('sha256').update(canonicalJson(args)).digest('base64url');
    const principal = context.principalKey ?? null;
    return { kind: 'approval', server: this.parts.server, tool, digest, principal };
  }
}

/** The value that answers the question, `undefined` if there is none. */
function readResponse(inputResponses: unknown): JsonObject | undefined {
  if (!isJsonObject(inputResponses)) throw invalidParams('inputResponses must be an object');
  const response = inputResponses[APPROVAL_KEY];
  if (response === undefined || isElicitResult(response)) return response;
  throw invalidParams(`inputResponses.${APPROVAL_KEY} is not the result of an elicitation`);
}

/** Why is nobody's business: the client cannot mend it but by asking anew. */
const refused = () => invalidParams('requestState is not valid for this request');
