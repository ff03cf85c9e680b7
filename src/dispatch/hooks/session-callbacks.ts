import type { Clock } from '../../protocol/clock.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import type { Connection } from '../../sessions/connection.js';
import type { SessionEndReason } from '../../sessions/session-end.js';
import { ConnectionLink } from '../sessions/connection-link.js';
import type { LinkServices } from '../sessions/link-services.js';
import { McpSessionContext } from '../sessions/mcp-session-context.js';
import { SessionInbox } from '../sessions/session-inbox.js';
import type { ReportFailure } from '../telemetry/report-failure.js';
import { boundedCallback } from './bounded-callback.js';
import type { HookMessage, McpHooks } from './mcp-hooks.interface.js';

/** What the callbacks of sessions need of their server. */
export interface SessionCallbackParts {
  readonly link: LinkServices;
  /** Known only once the application's classes exist. */
  readonly hooks: () => McpHooks | undefined;
  readonly clock: Clock;
  readonly limits: {
    readonly callbackTimeoutMs: number;
    readonly maxSessionEvents: number;
  };
  readonly report: ReportFailure;
}

/** What is said to a session that cannot be told anything. */
const NOT_TAKEN = 'The session is over, or has limits.maxSessionEvents messages waiting';

/**
 * Runs the hooks of one session that serve no request, one after another and each bounded in time.
 * What one of them writes to the state stays if it succeeds.
 */
export class SessionCallbacks {
  private readonly inbox: SessionInbox;
  private hasWarned = false;

  constructor(
    readonly connection: Connection,
    private readonly parts: SessionCallbackParts,
  ) {
    this.inbox = new SessionInbox(parts.limits.maxSessionEvents, connection.opening);
  }

  /** Callbacks that wait or run. */
  get size(): number {
    return this.inbox.size;
  }

  /** The session as one callback reaches it. */
  link(signal: AbortSignal = new AbortController().signal): ConnectionLink {
    return new ConnectionLink(this.connection, this.parts.link, signal);
  }

  /** There will be no session. */
  discard(): void {
    void this.inbox.close(() => Promise.resolve());
  }

  /** What throws ends the session: what it failed to do cannot be made up for. */
  deliver(hook: 'onEvent' | 'onCast', message: unknown): boolean {
    this.require(hook);
    return this.inbox.add(async (isOver) => {
      if (isOver) return;
      try {
        await this.run((hooks, ctx) => hooks[hook]?.(message, ctx));
      } catch (thrown) {
        this.parts.report(thrown, `hooks.${hook}`);
        this.connection.close('failed', 'The session failed');
      }
    });
  }

  /** @throws what the hook throws */
  async call(message: unknown): Promise<unknown> {
    this.require('onCall');
    return new Promise((resolve, reject) => {
      const isTaken = this.inbox.add(async (isOver) => {
        if (isOver) return reject(new Error(NOT_TAKEN));
        await this.run((hooks, ctx) => hooks.onCall?.(message, ctx)).then(resolve, reject);
      });
      if (!isTaken) reject(new Error(NOT_TAKEN));
    });
  }

  /** A client cannot be told what its notification led to, so failures are reported. */
  notified(notification: HookMessage): void {
    if (this.parts.hooks()?.onNotification === undefined) return;
    const isTaken = this.inbox.add(async (isOver) => {
      if (isOver) return;
      await this.attempt('onNotification', (hooks, ctx) =>
        hooks.onNotification?.(notification, ctx),
      );
    });
    if (!isTaken) this.warn();
  }

  /**
   * The session is over. Resolves when the application has been told.
   *
   * @param running requests of it, which are waited for
   */
  terminate(reason: SessionEndReason, running?: Promise<void>): Promise<void> {
    return this.inbox.close(async () => {
      if (this.parts.hooks()?.onTerminate === undefined) return;
      await running;
      await this.attempt('onTerminate', (hooks, ctx) => hooks.onTerminate?.(reason, ctx));
    });
  }

  /** Said once: the client decides how many more there are. */
  private warn(): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.parts.report(
      new Error(`${NOT_TAKEN}. Said once for this session.`),
      'hooks.onNotification',
    );
  }

  private async attempt(
    hook: keyof McpHooks,
    work: (hooks: McpHooks, ctx: McpSessionContext) => unknown,
  ): Promise<void> {
    try {
      await this.run(work);
    } catch (thrown) {
      this.parts.report(thrown, `hooks.${hook}`);
    }
  }

  private async run(work: (hooks: McpHooks, ctx: McpSessionContext) => unknown): Promise<unknown> {
    const { clock, limits } = this.parts;
    let link: ConnectionLink | undefined;
    const value = await boundedCallback(clock, limits.callbackTimeoutMs, (signal) => {
      link = this.link(signal);
      return work(this.parts.hooks() ?? {}, new McpSessionContext(link));
    });
    link?.commitState();
    return value;
  }

  private require(hook: 'onEvent' | 'onCast' | 'onCall'): void {
    if (this.parts.hooks()?.[hook] !== undefined) return;
    throw new McpConfigurationError(
      `A session was handed a message for hooks.${hook}, but McpModule has no hook of that name`,
    );
  }
}
