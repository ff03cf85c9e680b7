import type { Clock } from '../../protocol/clock.js';
import type { ActiveCall } from '../active-call.js';
import { fairnessKey } from '../fairness-key.js';
import { InputRequired } from '../input-required.js';
import type { CallbackOutcome, GivenUp } from '../telemetry/mcp-event.js';
import type { McpTelemetry } from '../telemetry/mcp-telemetry.js';
import { BusyError } from './busy.error.js';
import { CallbackClock } from './callback-clock.js';
import type { BusyReports } from './busy-reports.js';
import { CallbackTimeoutError } from './callback-timeout.error.js';
import type { Slot, SlotPool } from './slot-pool.js';

/** What a runner needs. */
export interface CallbackRunnerParts {
  readonly pool: SlotPool;
  readonly clock: Clock;
  readonly telemetry: McpTelemetry;
  readonly busy: BusyReports;
  /** Milliseconds a callback may take unless it says otherwise. */
  readonly timeoutMs: number;
}

/**
 * Runs code of the application (policies, tools, resources, prompts, completers) apart from the
 * dispatcher: in a slot, bounded in time, and given up when the call is.
 */
export class CallbackRunner {
  constructor(private readonly parts: CallbackRunnerParts) {}

  /**
   * Runs `work` in a slot. What it gives after it was given up is dropped.
   *
   * @throws BusyError at once when no slot is free
   * @throws CallbackTimeoutError when it takes too long; its signal is aborted
   * @throws the reason of the abort when the call is cancelled; nothing runs if it was already
   */
  async run<T>(
    call: ActiveCall,
    work: () => Promise<T>,
    timeoutMs: number = this.parts.timeoutMs,
  ): Promise<T> {
    call.signal.throwIfAborted();
    const slot = this.take(call);
    this.parts.telemetry.emit(() => ({ type: 'started', ...call.facts }));
    return this.bound(call, slot, work, timeoutMs);
  }

  private take(call: ActiveCall): Slot {
    try {
      return this.parts.pool.take(fairnessKey(call.context));
    } catch (thrown) {
      if (thrown instanceof BusyError) this.parts.busy.report(thrown, call);
      throw thrown;
    }
  }

  private bound<T>(
    call: ActiveCall,
    taken: Slot,
    work: () => Promise<T>,
    timeoutMs: number,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let slot = taken;
      /** The slot is free, or given up, before whoever waits goes on. */
      const finish = (outcome: CallbackOutcome) => {
        clock.stop();
        call.callback = undefined;
        call.signal.removeEventListener('abort', onAbort);
        this.parts.telemetry.emit(() => ({
          type: 'finished',
          outcome,
          durationMs: clock.elapsedMs,
          ...call.facts,
        }));
      };
      const giveUp = (reason: GivenUp, error: unknown) => {
        slot.abandon();
        this.parts.telemetry.emit(() => ({ type: 'abandoned', reason, ...call.facts }));
        finish(reason);
        reject(error as Error);
      };
      const onAbort = () => giveUp('cancelled', call.signal.reason);
      const clock = new CallbackClock(this.parts.clock, timeoutMs, () => {
        const error = new CallbackTimeoutError(timeoutMs);
        giveUp('timeout', error);
        call.abort(error);
      });
      const moveTo = (other: Slot) => {
        slot.release();
        slot = other;
      };
      call.callback = { clock, moveTo };
      call.signal.addEventListener('abort', onAbort, { once: true });
      start(work).then(
        (value) => {
          if (!slot.release()) return this.reportLate(call, clock);
          finish('returned');
          resolve(value);
        },
        (thrown: unknown) => {
          if (!slot.release()) return this.reportLate(call, clock);
          finish(thrown instanceof InputRequired ? 'asked' : 'threw');
          reject(thrown as Error);
        },
      );
    });
  }

  /** What a callback gives after it was given up is nobody's any more. */
  private reportLate(call: ActiveCall, clock: CallbackClock): void {
    this.parts.telemetry.emit(() => ({
      type: 'ended_late',
      durationMs: clock.elapsedMs,
      ...call.facts,
    }));
  }
}

/** A synchronous throw is a rejection like any other. */
const start = async <T>(work: () => Promise<T>): Promise<T> => work();
