import type { Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Clock } from '../../protocol/clock.js';
import type { IdGenerator } from '../../protocol/id-generator.js';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { ActiveCall } from '../active-call.js';
import { canonicalJson } from './canonical-json.js';
import type { RequestStateCodec } from './request-state-codec.js';

const EPHEMERAL =
  'Questions of 2026-07-28 are signed with a random secret of this process: answers fail after a ' +
  'restart and in other processes. Give the option requestStateSecrets if that matters. Said once.';

/** Params that a client adds or changes when it repeats a request. */
const VOLATILE: ReadonlySet<string> = new Set(['_meta', 'inputResponses', 'requestState']);

/** What the rounds of one request hand on to each other. */
export interface RoundState {
  /** `asked`: a person was asked to approve the call. `given`: somebody did, in an earlier round. */
  readonly approval?: 'asked' | 'given';
  /** Digests of the questions asked so far, by key. */
  readonly asked: Readonly<Record<string, string>>;
  /** Results of input requests so far, by key. */
  readonly answers: Readonly<Record<string, JsonObject>>;
  /** Values kept by `ctx.once()`, by key. */
  readonly kept: Readonly<Record<string, { readonly value?: unknown }>>;
}

/** A state that came back, with what makes it spendable. */
export interface OpenedState extends RoundState {
  readonly id: string;
  readonly expiresAt: number;
}

/** What a state is good for: this server, this principal, this very request. */
interface Subject {
  readonly server: string;
  readonly principal: string | null;
  readonly method: string;
  readonly digest: string;
}

/** What request states need. */
export interface RequestStateParts {
  readonly codec: RequestStateCodec;
  readonly clock: Clock;
  readonly nextId: IdGenerator;
  readonly limits: { readonly requestStateTtlMs: number };
  readonly logger: Logger;
  /** Name of the server: servers that share secrets do not share states. */
  readonly server: () => string;
}

/**
 * The `requestState` of 2026-07-28: what a request that ends with questions leaves with the client. It
 * is signed, expires, and belongs to one principal and one request, so that it cannot be altered or
 * used for anything else (2026-07-28, Multi round-trip requests).
 */
export class RequestStates {
  private hasWarned = false;

  constructor(private readonly parts: RequestStateParts) {}

  /** The state to send with the questions of a request. */
  seal(call: ActiveCall, state: RoundState): string {
    const { codec, clock, nextId, limits } = this.parts;
    if (codec.isEphemeral) this.warn();
    return codec.encode({
      ...this.subjectOf(call),
      id: nextId(),
      expiresAt: clock.now() + limits.requestStateTtlMs,
      ...state,
    });
  }

  /**
   * The state a request brought, `undefined` if it brought none.
   *
   * @throws McpException `-32602` for one that is not genuine, has expired, or belongs to another
   *   request; which of these, the client need not know
   */
  open(call: ActiveCall): OpenedState | undefined {
    const { requestState } = call.params;
    if (requestState === undefined) return undefined;
    const payload =
      typeof requestState === 'string' ? this.parts.codec.decode(requestState) : undefined;
    if (payload === undefined) throw refusedState();
    const state = payload as unknown as OpenedState & Subject;
    const subject = this.subjectOf(call);
    const isSame =
      state.server === subject.server &&
      state.principal === subject.principal &&
      state.method === subject.method &&
      state.digest === subject.digest;
    if (!isSame || state.expiresAt <= this.parts.clock.now()) throw refusedState();
    return state;
  }

  private subjectOf({ method, params, context }: ActiveCall): Subject {
    const lasting = Object.entries(params).filter(([name]) => !VOLATILE.has(name));
    return {
      server: this.parts.server(),
      principal: context.principalKey ?? null,
      method,
      digest: digestOf(Object.fromEntries(lasting)),
    };
  }

  private warn(): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.parts.logger.warn(EPHEMERAL);
  }
}

/** A short stand-in for a JSON value; equal values have equal ones. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('base64url');

/** Why is nobody's business: the client cannot mend it but by asking anew. */
export const refusedState = () => invalidParams('requestState is not valid for this request');

/** The responses a request brought, by key. */
export function readInputResponses({ params }: ActiveCall): ReadonlyMap<string, unknown> {
  const { inputResponses = {} } = params;
  if (!isJsonObject(inputResponses)) throw invalidParams('inputResponses must be an object');
  return new Map(Object.entries(inputResponses));
}
