import type { Logger } from '@nestjs/common';
import type { Clock, Timer } from '../../protocol/clock.js';
import type { DecodedResponse } from '../../protocol/decode-message.js';
import type { IdGenerator } from '../../protocol/id-generator.js';
import type { JsonObject } from '../../protocol/json.js';
import type { Connection } from '../../sessions/connection.js';
import type { ActiveCall } from '../active-call.js';
import { fairnessKey } from '../fairness-key.js';
import type { ParkedEnd } from '../telemetry/mcp-event.js';
import type { McpTelemetry } from '../telemetry/mcp-telemetry.js';

/** Bounds of the calls that wait for their client. */
export interface ParkingLimits {
  /** Milliseconds a person has to answer. */
  readonly elicitationTimeoutMs: number;
  /** Calls waiting for one principal, session or connection. */
  readonly maxParkedElicitations: number;
  /** Calls waiting in all. */
  readonly maxParkedElicitationsTotal: number;
}

/** A request to the client for which a call waits. */
export interface ParkedRequest {
  /** Starts the id, for people who read the traffic. */
  readonly idPrefix: string;
  readonly method: string;
  readonly params: JsonObject;
  /** Milliseconds to wait; default `elicitationTimeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /** Ends the wait when it is aborted, as the end of the call does. */
  readonly until?: AbortSignal;
  /** `_meta` of whatever else is said of the request; default: none. */
  readonly about?: JsonObject;
  /** How telemetry calls an answer; default `answered`. */
  readonly endOf?: (result: unknown) => ParkedEnd;
}

/** Why a call waits no longer. */
export type ParkedOutcome =
  | { readonly kind: 'answered'; readonly result: unknown }
  /** The client answered with a JSON-RPC error. */
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'timeout'; readonly timeoutMs: number }
  /** It was never parked, because of this limit, or it made room on a full server. */
  | {
      readonly kind: 'full';
      readonly limit: 'maxParkedElicitations' | 'maxParkedElicitationsTotal';
    };

interface Entry {
  readonly id: string;
  readonly call: ActiveCall;
  readonly connection: Connection;
  readonly holder: string;
  readonly order: number;
  readonly parkedAt: number;
  readonly timer: Timer;
  readonly about: JsonObject | undefined;
  readonly endOf: (result: unknown) => ParkedEnd;
  readonly finish: (outcome: ParkedOutcome) => void;
  readonly unlisten: () => void;
}

/**
 * Calls of legacy connections that wait for an answer of their client: to an approval, or to a question
 * of a handler. Each is closed exactly once: by an answer, an error of the client, time, or eviction; a
 * call that is cancelled, or whose connection is gone, is dropped without an outcome.
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
   * Sends a request to the client of a call and waits for the answer, unless too many wait already. On
   * a full server the oldest call of the largest holder makes room for a smaller one.
   *
   * @throws the reason of the abort when the call is dropped
   */
  park(call: ActiveCall, connection: Connection, request: ParkedRequest): Promise<ParkedOutcome> {
    const holder = fairnessKey(call.context) ?? `connection:${connection.id}`;
    const limit = this.makeRoom(holder);
    if (limit !== undefined) return Promise.resolve({ kind: 'full', limit });
    const { id, promise } = this.add(call, connection, holder, request);
    const { method, params } = request;
    // Before the question goes out: a connection may end while it is delivered.
    call.park();
    void call.context.outlet.send({ jsonrpc: '2.0', id, method, params });
    return promise;
  }

  /**
   * Takes a client's answer. One that is unknown, late, or comes from another connection than the
   * owner's changes nothing; returns whether it was used.
   */
  answer(connection: Connection, { id, result, error }: DecodedResponse): boolean {
    const entry = typeof id === 'string' ? this.entries.get(id) : undefined;
    if (entry === undefined || entry.connection !== connection) return false;
    if (error !== undefined) this.close(entry, 'failed', { kind: 'failed', error });
    else this.close(entry, entry.endOf(result), { kind: 'answered', result });
    return true;
  }

  /** The limit that leaves no room. */
  private makeRoom(
    holder: string,
  ): 'maxParkedElicitations' | 'maxParkedElicitationsTotal' | undefined {
    const { maxParkedElicitations, maxParkedElicitationsTotal } = this.limits;
    const held = this.sizeOf(holder);
    if (held >= maxParkedElicitations) {
      this.warnOnce('maxParkedElicitations');
      return 'maxParkedElicitations';
    }
    if (this.entries.size < maxParkedElicitationsTotal) return undefined;
    this.warnOnce('maxParkedElicitationsTotal');
    const [largest, oldest] = this.largestHolder();
    if (oldest === undefined || held >= largest) return 'maxParkedElicitationsTotal';
    this.close(oldest, 'evicted', { kind: 'full', limit: 'maxParkedElicitationsTotal' });
    this.takeBack(oldest, 'evicted');
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
    request: ParkedRequest,
  ): { readonly id: string; readonly promise: Promise<ParkedOutcome> } {
    const { idPrefix, timeoutMs = this.limits.elicitationTimeoutMs, until } = request;
    const id = `${idPrefix}-${this.nextId()}`;
    const promise = new Promise<ParkedOutcome>((resolve, reject) => {
      const drop = (reason: unknown) => {
        this.remove(entry, 'dropped');
        this.takeBack(entry, 'the call ended');
        reject(reason as Error);
      };
      const onAbort = () => drop(call.signal.reason);
      const onUntil = () => drop(until?.reason);
      const entry: Entry = {
        id,
        call,
        connection,
        holder,
        order: this.sequence++,
        parkedAt: this.clock.monotonic(),
        timer: this.clock.after(timeoutMs, () => {
          this.close(entry, 'timeout', { kind: 'timeout', timeoutMs });
          this.takeBack(entry, 'timeout');
        }),
        about: request.about,
        endOf: request.endOf ?? (() => 'answered'),
        finish: resolve,
        unlisten: () => {
          call.signal.removeEventListener('abort', onAbort);
          until?.removeEventListener('abort', onUntil);
        },
      };
      call.signal.addEventListener('abort', onAbort, { once: true });
      until?.addEventListener('abort', onUntil, { once: true });
      this.entries.set(id, entry);
      this.holders.set(holder, (this.holders.get(holder) ?? new Set()).add(entry));
    });
    this.telemetry.emit(() => ({ type: 'parked', ...call.facts }));
    return { id, promise };
  }

  private close(entry: Entry, end: ParkedEnd, outcome: ParkedOutcome): void {
    if (this.remove(entry, end)) entry.finish(outcome);
  }

  /** A client that still shows the question can put it away (every legacy revision, Cancellation). */
  private takeBack({ id, call, connection, about }: Entry, reason: string): void {
    if (connection.hasEnded || !call.context.outlet.isOpen) return;
    void call.context.outlet.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: id, reason, ...(about !== undefined && { _meta: about }) },
    });
  }

  /** Returns false when the entry was gone already. */
  private remove(entry: Entry, end: ParkedEnd): boolean {
    if (!this.entries.delete(entry.id)) return false;
    entry.timer.cancel();
    entry.unlisten();
    const held = this.holders.get(entry.holder);
    held?.delete(entry);
    if (held?.size === 0) this.holders.delete(entry.holder);
    this.telemetry.emit(() => ({
      type: 'settled',
      end,
      durationMs: this.clock.monotonic() - entry.parkedAt,
      ...entry.call.facts,
    }));
    return true;
  }
}
