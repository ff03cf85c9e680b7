import type { Logger } from '@nestjs/common';
import { inspect } from 'node:util';
import { readImplementation } from '../../protocol/envelope.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import { isJsonObject } from '../../protocol/json.js';
import { McpException } from '../../protocol/mcp.exception.js';
import type { ActiveCall } from '../active-call.js';
import { describeFailure, toException } from '../failures/failure.js';
import { McpContext } from '../mcp-context.js';
import type { LegacyAudience } from '../subscriptions/legacy-audience.js';
import type { SessionEndingParts } from './session-endings.js';
import { SessionEndings } from './session-endings.js';
import { SessionOpening } from './session-opening.js';

/** What begins and ends sessions. */
export interface SessionLifecycleParts extends SessionEndingParts {
  readonly audience: LegacyAudience;
  readonly logger: Logger;
}

/**
 * The beginning and end of sessions. A connection that lasts is one; where nothing lasts, each request
 * is (2026-07-28, and `sessions: false`).
 */
export class SessionLifecycle {
  private readonly endings: SessionEndings;

  constructor(private readonly parts: SessionLifecycleParts) {
    this.endings = new SessionEndings(parts);
  }

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
    if (call.session.isAlone) return this.begin(call);
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
      return await this.begin(call, () => {
        this.openAtOnce(call);
        opening.succeed();
      });
    } catch (thrown) {
      fail();
      throw thrown;
    } finally {
      call.signal.removeEventListener('abort', fail);
    }
  }

  private async begin(call: ActiveCall, onBegun?: () => void): Promise<string | undefined> {
    const instructions = await this.instructionsFor(call);
    await this.initialise(call, onBegun);
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
    const onBegun = () => this.openAtOnce(call);
    if (this.parts.hooks()?.onSessionExpired === undefined) await this.initialise(call, onBegun);
    else await this.recover(call, onBegun);
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
  }

  /** A request is over: so is the session that it was, if it was one. */
  closeRequest(call: ActiveCall, hasAnswer: boolean): void {
    if (call.hasBegun && isSession(call)) this.endings.requestEnded(call, hasAnswer);
  }

  private async initialise(call: ActiveCall, onBegun?: () => void): Promise<void> {
    if (this.runsCode) {
      const ctx = new McpContext(call);
      const { clientInfo = {} } = ctx;
      return this.runFirst(call, () => this.parts.hooks()?.onInit?.(clientInfo, ctx), onBegun);
    }
    call.signal.throwIfAborted();
    call.session.commitState();
    call.hasBegun = true;
    onBegun?.();
  }

  private recover(call: ActiveCall, onBegun: () => void): Promise<void> {
    const { connection } = call.context;
    const ctx = new McpContext(call);
    const hook = () => this.parts.hooks()?.onSessionExpired?.(connection?.id ?? '', ctx);
    return this.runFirst(call, hook, (given) => {
      const clientInfo = isJsonObject(given) ? readImplementation(given.clientInfo) : undefined;
      if (connection?.handshake !== undefined && clientInfo !== undefined) {
        connection.handshake = { ...connection.handshake, clientInfo };
      }
      onBegun();
    });
  }

  /**
   * Runs the hook that lets a session begin. From its end to `onBegun` is one step, so that whatever has
   * begun is also ended.
   *
   * @throws what it throws; McpException when it refuses; the reason of the abort when it came too late
   */
  private async runFirst(
    call: ActiveCall,
    hook: () => unknown,
    onBegun?: (given: unknown) => void,
  ): Promise<void> {
    call.session.isOpening = true;
    try {
      const given: unknown = await hook();
      requireNoRefusal(given);
      if (call.signal.aborted) this.endings.beganLate(call);
      call.signal.throwIfAborted();
      call.session.commitState();
      call.hasBegun = true;
      onBegun?.(given);
    } finally {
      call.session.isOpening = false;
    }
  }
}

/** Where nothing lasts each request is a session, but for the one that must always be answered. */
const isSession = (call: ActiveCall): boolean => call.session.isAlone && call.method !== 'ping';

/** What a client learns of a session that did not begin. */
const refusalOf = (thrown: unknown, logger: Logger): McpException =>
  toException(describeFailure(thrown, 'hooks.onInit', logger));

/** @throws McpException for an answer of a hook that refuses the session */
function requireNoRefusal(given: unknown): void {
  if (!isJsonObject(given) || typeof given.error !== 'string') return;
  throw new McpException(ErrorCode.InternalError, given.error);
}
