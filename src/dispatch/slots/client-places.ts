import type { ActiveCall } from '../active-call.js';
import { fairnessKey } from '../fairness-key.js';
import type { BusyReports } from './busy-reports.js';

/** Bounds of the requests that stay open while nothing runs for them. */
export interface ClientPlaceLimits {
  /** Open `subscriptions/listen` (2026-07-28) and `tasks/result` (2025-11-25), in all. */
  readonly maxListens: number;
  /** Of one principal, else of one connection. */
  readonly maxListensPerPrincipal: number;
}

/** Counts the requests that stay open while nothing runs for them, which hold no slot. */
export class ClientPlaces {
  private taken = 0;
  private readonly shares = new Map<unknown, number>();

  constructor(
    private readonly limits: ClientPlaceLimits,
    private readonly busy: BusyReports,
  ) {}

  /** Zero at rest. */
  get size(): number {
    return this.taken;
  }

  /**
   * Counts a request.
   *
   * @returns gives its place back; to be called once
   * @throws BusyError when too many are open
   */
  take(call: ActiveCall): () => void {
    const { maxListens, maxListensPerPrincipal } = this.limits;
    const share = shareOf(call);
    const held = this.shares.get(share) ?? 0;
    if (this.taken >= maxListens) throw this.busy.refusal('listens', maxListens, call);
    if (share !== undefined && held >= maxListensPerPrincipal) {
      throw this.busy.refusal('connection_listens', maxListensPerPrincipal, call);
    }
    this.taken++;
    if (share !== undefined) this.shares.set(share, held + 1);
    return () => this.release(share);
  }

  private release(share: unknown): void {
    this.taken--;
    if (share === undefined) return;
    const left = (this.shares.get(share) ?? 0) - 1;
    if (left > 0) this.shares.set(share, left);
    else this.shares.delete(share);
  }
}

/** On links that carry all requests of one client, that client is the link, whoever it is. */
const shareOf = ({ context }: ActiveCall): unknown => fairnessKey(context) ?? context.scope;
