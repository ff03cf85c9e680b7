import type { BusyScope } from './busy.error.js';
import { BusyError } from './busy.error.js';

/** Bounds of the callbacks that run at once. */
export interface SlotLimits {
  /** Callbacks running at once, in all. */
  readonly maxInFlight: number;
  /** Callbacks running at once for one principal, session or connection. */
  readonly maxInFlightPerConnection: number;
  /** While so many callbacks were given up but have not ended, no other starts. */
  readonly maxAbandoned: number;
}

/** What a client is told of a bound that is met. */
export interface SlotScopes {
  /** For the bound of all. */
  readonly all: BusyScope;
  /** For the share of one. */
  readonly share: BusyScope;
}

/** The right to run one callback. Each of the two ends counts once, however often it is called. */
export interface Slot {
  /** The callback ended. Returns false when it had been given up before. */
  release(): boolean;
  /** Nobody waits for the callback any more, but it has not ended: Node cannot end it. */
  abandon(): void;
}

/**
 * Counts running callbacks. Taking a slot checks and counts in one synchronous step, so two requests
 * cannot both pass for the last one. Nothing ever waits for a slot.
 */
export class SlotPool {
  private running = 0;
  private givenUp = 0;
  private readonly shares = new Map<string, number>();

  constructor(
    private readonly limits: SlotLimits,
    private readonly scopes: SlotScopes = { all: 'server', share: 'connection' },
  ) {}

  /** Callbacks running, without abandoned ones. */
  get inFlight(): number {
    return this.running;
  }

  /** Callbacks given up that have not ended. */
  get abandoned(): number {
    return this.givenUp;
  }

  /** How many keys hold a share; zero at rest. */
  get holders(): number {
    return this.shares.size;
  }

  /**
   * @param key whose share it counts against; `undefined` for anonymous requests without a connection,
   *   which share only the bound of all
   * @throws BusyError naming the bound that is met
   */
  take(key: string | undefined): Slot {
    const { maxInFlight, maxInFlightPerConnection, maxAbandoned } = this.limits;
    if (this.givenUp >= maxAbandoned) throw new BusyError('abandoned', maxAbandoned);
    if (this.running >= maxInFlight) throw new BusyError(this.scopes.all, maxInFlight);
    if (key !== undefined && (this.shares.get(key) ?? 0) >= maxInFlightPerConnection) {
      throw new BusyError(this.scopes.share, maxInFlightPerConnection);
    }
    this.running++;
    if (key !== undefined) this.shares.set(key, (this.shares.get(key) ?? 0) + 1);
    return this.slot(key);
  }

  /** An abandoned callback stays in its connection's share until it ends. */
  private slot(key: string | undefined): Slot {
    let state: 'running' | 'abandoned' | 'ended' = 'running';
    return {
      release: () => {
        if (state === 'ended') return false;
        const wasRunning = state === 'running';
        if (wasRunning) this.running--;
        else this.givenUp--;
        state = 'ended';
        if (key !== undefined) this.leaveShare(key);
        return wasRunning;
      },
      abandon: () => {
        if (state !== 'running') return;
        state = 'abandoned';
        this.running--;
        this.givenUp++;
      },
    };
  }

  private leaveShare(key: string): void {
    const left = (this.shares.get(key) ?? 0) - 1;
    if (left > 0) this.shares.set(key, left);
    else this.shares.delete(key);
  }
}
