import type { Logger } from '@nestjs/common';
import { inspect } from 'node:util';
import { readImplementation } from '../../protocol/envelope.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import { isJsonObject } from '../../protocol/json.js';
import { McpException } from '../../protocol/mcp.exception.js';
import type { SessionEndReason } from '../../sessions/session-end.js';
import type { ActiveCall } from '../active-call.js';
import { describeFailure } from '../failures/failure.js';
import { boundedCallback } from '../hooks/bounded-callback.js';
import type { SessionCallbackParts } from '../hooks/session-callbacks.js';
import { McpContext } from '../mcp-context.js';
import type { LegacyAudience } from '../subscriptions/legacy-audience.js';
import { McpSessionContext } from './mcp-session-context.js';
import { SessionOpening } from './session-opening.js';
import type { SessionTable } from './session-table.js';

/** What begins and ends sessions. */
export interface SessionLifecycleParts extends SessionCallbackParts {
  readonly table: SessionTable;
  readonly audience: LegacyAudience;
  readonly logger: Logger;
}

/**
 * The beginning and end of sessions. A connection that lasts is one; where nothing lasts, each request
 * is (2026-07-28, and `sessions: false`).
 */
export class SessionLifecycle {
  constructor(private readonly parts: SessionLifecycleParts) {}

  /** True when beginning a session runs code of the application. */
  get runsCode(): boolean {
    return this.parts.hooks()?.onInit !== undefined;
  }

  /** True when what a client is told to do depends on code of the application. */
  get instructs(): boolean {
    return this.parts.hooks()?.instructions !== undefined;
  }

  /** @throws what the hook throws; TypeError for what is no text */
  async instructionsFor(call: ActiveCall): Promise<string | undefined> {
    const text: unknown = await this.parts.hooks()?.instructions?.(new McpContext(call));
    if (text === undefined || text === null) return undefined;
    if (typeof text === 'string') return text;
    throw new TypeError(`hooks.instructions returned ${inspect(text)}, which is no text`);
  }

  /**
   * A connection has shaken hands, for the first time. Its other requests wait until it has begun.
   *
   * @returns what the application says its client should know
   * @throws McpException when the application refuses it
   */
  async open(call: ActiveCall): Promise<string | undefined> {
    const { connection } = call.context;
    if (connection === undefined) return undefined;
    if (call.isAlone) return this.begin(call);
    const { table } = this.parts;
    const opening = new SessionOpening(connection);
    // Who waits for a hook that takes too long, or for a call that is over, does not wait for its end.
    const fail = () => {
      opening.fail();
      table.refuse(connection);
    };
    call.signal.addEventListener('abort', fail, { once: true });
    table.expect(connection);
    try {
      const instructions = await this.begin(call);
      this.openAtOnce(call);
      opening.succeed();
      return instructions;
    } catch (thrown) {
      fail();
      throw thrown;
    } finally {
      call.signal.removeEventListener('abort', fail);
    }
  }

  private async begin(call: ActiveCall): Promise<string | undefined> {
    const instructions = await this.instructionsFor(call);
    await this.initialise(call);
    call.hasBegun = true;
    return instructions;
  }

  /** A connection has shaken hands, and no code of the application has a say in it. */
  openAtOnce({ context: { connection } }: ActiveCall): void {
    if (connection === undefined || !connection.isLasting) return;
    this.parts.table.add(connection);
    this.parts.audience.join(connection);
  }

  /** True when bringing a session back runs code of the application. */
  get reopensWithCode(): boolean {
    return this.runsCode || this.parts.hooks()?.onSessionExpired !== undefined;
  }

  /**
   * A session comes back from a store: as `onSessionExpired` has it, or else as a new one begins, with
   * what is known of it.
   *
   * @throws McpException when the application refuses it
   */
  async reopen(call: ActiveCall): Promise<void> {
    if (this.parts.hooks()?.onSessionExpired === undefined) await this.initialise(call);
    else await this.recover(call);
    this.openAtOnce(call);
  }

  /** True when the request is a session of its own, and its beginning runs code of the application. */
  opensWith(call: ActiveCall): boolean {
    // A handshake begins it itself, once it knows its client.
    return this.runsCode && isSession(call) && call.method !== 'initialize';
  }

  /**
   * Begins the session that a request is, once.
   *
   * @throws McpException when the application refuses it, also where failures are results otherwise
   */
  async openRequest(call: ActiveCall): Promise<void> {
    if (call.hasBegun) return;
    const { mayAsk } = call;
    // Nothing is remembered of what runs before the policy, so nothing can be asked there.
    call.mayAsk = false;
    await this.initialise(call).catch((thrown: unknown) => {
      throw call.signal.aborted ? thrown : refusalOf(thrown, this.parts.logger);
    });
    call.mayAsk = mayAsk;
    call.hasBegun = true;
  }

  /** A request is over: so is the session that it was, if it was one. */
  closeRequest(call: ActiveCall, hasAnswer: boolean): void {
    if (!call.hasBegun || !isSession(call)) return;
    if (this.parts.hooks()?.onTerminate === undefined) return;
    const reason = hasAnswer ? 'completed' : 'cancelled';
    this.parts.table.track(this.terminate(call, call.wasStopped ? 'stopped' : reason));
  }

  private async terminate(call: ActiveCall, reason: SessionEndReason): Promise<void> {
    const { clock, limits, hooks, report } = this.parts;
    try {
      await boundedCallback(clock, limits.callbackTimeoutMs, () =>
        hooks()?.onTerminate?.(reason, new McpSessionContext(call)),
      );
    } catch (thrown) {
      report(thrown, 'hooks.onTerminate');
    }
  }

  private async initialise(call: ActiveCall): Promise<void> {
    const ctx = new McpContext(call);
    const given: unknown = await this.parts.hooks()?.onInit?.(ctx.clientInfo ?? {}, ctx);
    requireNoRefusal(given);
    call.signal.throwIfAborted();
    call.commitState();
  }

  private async recover(call: ActiveCall): Promise<void> {
    const { connection } = call.context;
    if (connection?.handshake === undefined) return;
    const ctx = new McpContext(call);
    const given: unknown = await this.parts.hooks()?.onSessionExpired?.(connection.id, ctx);
    requireNoRefusal(given);
    call.signal.throwIfAborted();
    const clientInfo = isJsonObject(given) ? readImplementation(given.clientInfo) : undefined;
    if (clientInfo !== undefined) connection.handshake = { ...connection.handshake, clientInfo };
    call.commitState();
  }
}

/** Where nothing lasts each request is a session, but for the one that must always be answered. */
const isSession = (call: ActiveCall): boolean => call.isAlone && call.method !== 'ping';

/** What a client learns of a session that did not begin. */
function refusalOf(thrown: unknown, logger: Logger): McpException {
  const failure = describeFailure(thrown, 'hooks.onInit', logger);
  if (failure.kind === 'protocol') return failure.exception;
  return new McpException(ErrorCode.InternalError, failure.text);
}

/** @throws McpException for an answer of a hook that refuses the session */
function requireNoRefusal(given: unknown): void {
  if (!isJsonObject(given) || typeof given.error !== 'string') return;
  throw new McpException(ErrorCode.InternalError, given.error);
}
