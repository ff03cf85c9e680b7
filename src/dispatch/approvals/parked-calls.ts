import type { Logger } from '@nestjs/common';
import type { Clock, Timer } from '../../protocol/clock.js';
import type { DecodedResponse } from '../../protocol/decode-message.js';
import type { IdGenerator } from '../../protocol/id-generator.js';
import type { Connection } from '../../sessions/connection.js';
import type { ActiveCall } from '../active-call.js';
import { fairnessKey } from '../fairness-key.js';
import type { ParkedEnd } from '../telemetry/mcp-event.js';
import type { McpTelemetry } from '../telemetry/mcp-telemetry.js';
import type { ApprovalAnswer } from './approval-answer.js';
import { readApprovalAnswer } from './approval-answer.js';
import { approvalPrompt } from './approval-prompt.js';

/** Bounds of the calls that wait for a person. */
export interface ParkingLimits {
  /** Milliseconds a person has to answer. */
  readonly elicitationTimeoutMs: number;
  /** Calls waiting for one principal, session or connection. */
  readonly maxParkedElicitations: number;
  /** Calls waiting in all. */
  readonly maxParkedElicitationsTotal: number;
}

const TOO_MANY = 'too many elicitations pending';
const TOO_MANY_HERE = 'too many elicitations pending on this server';

interface Entry {
  readonly id: string;
  readonly call: ActiveCall;
  readonly connection: Connection;
  readonly holder: string;
  readonly order: number;
  readonly timer: Timer;
  readonly finish: (answer: ApprovalAnswer) => void;
  readonly unlisten: () => void;
}

/**
 * Tool calls of legacy connections that wait for a person. They hold no slot. Each is closed exactly
 * once: by approval, refusal, an error of the client, time, or eviction; a call that is cancelled, or
 * whose connection is gone, is dropped without an answer.
 */
export class ParkedCalls {
  private readonly entries = new Map<string, Entry>();
  /** Entries of one holder, oldest first. */
  private readonly holders = new Map<string, Set<Entry>>();
  private readonly warned = new Set<keyof ParkingLimits>();
  private sequence = 0;

  constructor(
    private readonly limits: ParkingLimits,
    private readonly clock: Clock,
    private readonly nextId: IdGenerator,
    private readonly telemetry: McpTelemetry,
    private readonly logger: Logger,
  ) {}

  /** Calls waiting; zero at rest. */
  get size(): number {
    return this.entries.size;
  }

  /** Calls waiting for one holder. */
  sizeOf(holder: string): number {
    return this.holders.get(holder)?.size ?? 0;
  }

  /**
   * Asks about a call and waits for the answer, unless too many wait already. On a full server the
   * oldest call of the largest holder makes room for a smaller one.
   *
   * @throws the reason of the abort when the call is dropped
   */
  park(
    call: ActiveCall,
    connection: Connection,
    tool: string,
    prompt: string,
  ): Promise<ApprovalAnswer> {
    const holder = fairnessKey(call.context) ?? `connection:${connection.id}`;
    const refusal = this.makeRoom(holder);
    if (refusal !== undefined) return Promise.resolve({ approved: false, detail: refusal });
    const answer = this.add(call, connection, holder);
    const { id } = answer;
    const params = approvalPrompt(tool, prompt);
    // Before the question goes out: a connection may end while it is delivered.
    call.park();
    void call.context.outlet.send({ jsonrpc: '2.0', id, method: 'elicitation/create', params });
    return answer.promise;
  }

  /**
   * Takes a client's answer. One that is unknown, late, or comes from another connection than the
   * owner's changes nothing; returns whether it was used.
   */
  answer(connection: Connection, { id, result, error }: DecodedResponse): boolean {
    const entry = typeof id === 'string' ? this.entries.get(id) : undefined;
    if (entry === undefined || entry.connection !== connection) return false;
    if (error !== undefined) {
      this.close(entry, 'failed', { approved: false, detail: 'elicitation failed' });
    } else {
      const answer = readApprovalAnswer(result);
      this.close(entry, answer.approved ? 'approved' : 'refused', answer);
    }
    return true;
  }

  private makeRoom(holder: string): string | undefined {
    const { maxParkedElicitations, maxParkedElicitationsTotal } = this.limits;
    const held = this.sizeOf(holder);
    if (held >= maxParkedElicitations) {
      this.warnOnce('maxParkedElicitations');
      return TOO_MANY;
    }
    if (this.entries.size < maxParkedElicitationsTotal) return undefined;
    this.warnOnce('maxParkedElicitationsTotal');
    const [largest, oldest] = this.largestHolder();
    if (oldest === undefined || held >= largest) return TOO_MANY_HERE;
    this.close(oldest, 'evicted', { approved: false, detail: TOO_MANY_HERE });
    return undefined;
  }

  private warnOnce(limit: keyof ParkingLimits): void {
    if (this.warned.has(limit)) return;
    this.warned.add(limit);
    this.logger.warn(
      `A question was refused or given up: limits.${limit} (${this.limits[limit]}) is met. Said once.`,
    );
  }

  /** The size of the largest holder and its oldest entry; among equals, the holder of the oldest. */
  private largestHolder(): [size: number, oldest: Entry | undefined] {
    let largest = 0;
    let oldest: Entry | undefined;
    for (const held of this.holders.values()) {
      const [first] = held;
      if (first === undefined || held.size < largest) continue;
      if (held.size > largest || (oldest !== undefined && first.order < oldest.order)) {
        oldest = first;
      }
      largest = held.size;
    }
    return [largest, oldest];
  }

  private add(
    call: ActiveCall,
    connection: Connection,
    holder: string,
  ): { readonly id: string; readonly promise: Promise<ApprovalAnswer> } {
    const id = `approval-${this.nextId()}`;
    const promise = new Promise<ApprovalAnswer>((resolve, reject) => {
      const onAbort = () => {
        this.remove(entry, 'dropped');
        reject(call.signal.reason as Error);
      };
      const entry: Entry = {
        id,
        call,
        connection,
        holder,
        order: this.sequence++,
        timer: this.clock.after(this.limits.elicitationTimeoutMs, () =>
          this.close(entry, 'timeout', { approved: false, detail: 'elicitation timed out' }),
        ),
        finish: resolve,
        unlisten: () => call.signal.removeEventListener('abort', onAbort),
      };
      call.signal.addEventListener('abort', onAbort, { once: true });
      this.entries.set(id, entry);
      this.holders.set(holder, (this.holders.get(holder) ?? new Set()).add(entry));
    });
    this.telemetry.emit(() => ({ type: 'parked', ...call.facts }));
    return { id, promise };
  }

  private close(entry: Entry, end: ParkedEnd, answer: ApprovalAnswer): void {
    if (!this.remove(entry, end)) return;
    entry.finish(answer);
  }

  /** Returns false when the entry was gone already. */
  private remove(entry: Entry, end: ParkedEnd): boolean {
    if (!this.entries.delete(entry.id)) return false;
    entry.timer.cancel();
    entry.unlisten();
    const held = this.holders.get(entry.holder);
    held?.delete(entry);
    if (held?.size === 0) this.holders.delete(entry.holder);
    this.telemetry.emit(() => ({ type: 'settled', end, ...entry.call.facts }));
    return true;
  }
}
