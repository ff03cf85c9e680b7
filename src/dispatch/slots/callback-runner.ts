import type { Logger } from '@nestjs/common';
import type { Clock } from '../../protocol/clock.js';
import type { ActiveCall } from '../active-call.js';
import { fairnessKey } from '../fairness-key.js';
import type { McpTelemetry } from '../telemetry/mcp-telemetry.js';
import type { BusyScope } from './busy.error.js';
import { BusyError } from './busy.error.js';
import { CallbackTimeoutError } from './callback-timeout.error.js';
import type { Slot, SlotLimits, SlotPool } from './slot-pool.js';

/** What a runner needs. */
export interface CallbackRunnerParts {
  readonly pool: SlotPool;
  readonly clock: Clock;
  readonly telemetry: McpTelemetry;
  readonly logger: Logger;
  /** Milliseconds a callback may take unless it says otherwise. */
  readonly timeoutMs: number;
}

const LIMIT_NAMES: Readonly<Record<BusyScope, keyof SlotLimits | 'maxSpentApprovals'>> = {
  server: 'maxInFlight',
  connection: 'maxInFlightPerConnection',
  abandoned: 'maxAbandoned',
  approvals: 'maxSpentApprovals',
};

/**
 * Runs code of the application (policies, tools, resources, prompts, completers) apart from the
 * dispatcher: in a slot, bounded in time, and given up when the call is.
 */
export class CallbackRunner {
  private readonly warned = new Set<BusyScope>();

  constructor(private readonly parts: CallbackRunnerParts) {}

  /**
   * Runs `work` in a slot. What it gives after it was given up is dropped.
   *
   * @throws BusyError at once when no slot is free
   * @throws CallbackTimeoutError when it takes too long; its signal is aborted
   * @throws the reason of the abort when the call is cancelled
   */
  async run<T>(
    call: ActiveCall,
    work: () => Promise<T>,
    timeoutMs: number = this.parts.timeoutMs,
  ): Promise<T> {
    const slot = this.take(call);
    const { telemetry } = this.parts;
    telemetry.emit(() => ({ type: 'started', ...call.facts }));
    try {
      return await this.bound(call, slot, work, timeoutMs);
    } finally {
      telemetry.emit(() => ({ type: 'finished', ...call.facts }));
    }
  }

  private take(call: ActiveCall): Slot {
    try {
      return this.parts.pool.take(fairnessKey(call.context));
    } catch (thrown) {
      if (thrown instanceof BusyError) this.report(thrown, call);
      throw thrown;
    }
  }

  private report({ scope, limit }: BusyError, call: ActiveCall): void {
    this.parts.telemetry.emit(() => ({ type: 'busy', scope, limit, ...call.facts }));
    if (this.warned.has(scope)) return;
    this.warned.add(scope);
    this.parts.logger.warn(
      `A call was refused as busy: limits.${LIMIT_NAMES[scope]} (${limit}) is met. Said once.`,
    );
  }

  private bound<T>(
    call: ActiveCall,
    slot: Slot,
    work: () => Promise<T>,
    timeoutMs: number,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (act: () => void) => {
        timer.cancel();
        call.signal.removeEventListener('abort', onAbort);
        act();
      };
      const giveUp = (reason: unknown) => {
        slot.abandon();
        this.parts.telemetry.emit(() => ({ type: 'abandoned', ...call.facts }));
        settle(() => reject(reason as Error));
      };
      const onAbort = () => giveUp(call.signal.reason);
      const timer = this.parts.clock.after(timeoutMs, () => {
        const reason = new CallbackTimeoutError(timeoutMs);
        giveUp(reason);
        call.abort(reason);
      });
      call.signal.addEventListener('abort', onAbort, { once: true });
      start(work).then(
        (value) => {
          slot.release();
          settle(() => resolve(value));
        },
        (thrown: unknown) => {
          slot.release();
          settle(() => reject(thrown as Error));
        },
      );
    });
  }
}

/** A synchronous throw is a rejection like any other. */
const start = async <T>(work: () => Promise<T>): Promise<T> => work();
