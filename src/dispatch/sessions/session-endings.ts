import type { SessionEndReason } from '../../sessions/session-end.js';
import type { ActiveCall } from '../active-call.js';
import { boundedCallback } from '../hooks/bounded-callback.js';
import type { SessionCallbackParts } from '../hooks/session-callbacks.js';
import { ConnectionLink } from './connection-link.js';
import { McpSessionContext } from './mcp-session-context.js';
import type { SessionLink } from './session-link.interface.js';
import type { SessionTable } from './session-table.js';

/** What tells of ends. */
export interface SessionEndingParts extends SessionCallbackParts {
  readonly table: SessionTable;
}

/**
 * Tells the application of the end of what was a session without being in the table: a request that was
 * one itself, and one that began when nobody waited for it any more.
 */
export class SessionEndings {
  constructor(private readonly parts: SessionEndingParts) {}

  /** A request is over that was a session. */
  requestEnded(call: ActiveCall, hasAnswer: boolean): void {
    this.tell(call, call.wasStopped ? 'stopped' : hasAnswer ? 'completed' : 'cancelled');
  }

  /**
   * The application let a session begin that nobody waits for any more. If it were not told, it could not
   * let go of what it holds for it.
   */
  beganLate(call: ActiveCall): void {
    const { connection } = call.context;
    const state = call.session.takeState();
    if (connection === undefined || call.session.isAlone) {
      state.commit();
      return this.requestEnded(call, !call.isCancelled);
    }
    const { signal } = new AbortController();
    const link = new ConnectionLink(connection, this.parts.link, signal, state);
    this.tell(link, connection.endReason ?? 'failed');
  }

  private tell(link: SessionLink, reason: SessionEndReason): void {
    if (this.parts.hooks()?.onTerminate === undefined) return;
    this.parts.table.track(this.terminate(link, reason));
  }

  private async terminate(link: SessionLink, reason: SessionEndReason): Promise<void> {
    const { clock, limits, hooks, report } = this.parts;
    try {
      await boundedCallback(clock, limits.callbackTimeoutMs, () =>
        hooks()?.onTerminate?.(reason, new McpSessionContext(link)),
      );
    } catch (thrown) {
      report(thrown, 'hooks.onTerminate');
    }
  }
}
