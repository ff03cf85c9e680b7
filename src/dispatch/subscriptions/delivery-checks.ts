import type { Logger } from '@nestjs/common';
import type { Clock, Timer } from '../../protocol/clock.js';
import type { ResourceAccess } from './resource-access.js';
import type { ResourceSubscription } from './resource-subscription.interface.js';

/** Questions to the policy that are under way at once, for all owners. */
const AT_ONCE = 16;

/** What checks need. */
export interface DeliveryCheckParts {
  readonly access: ResourceAccess;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds after which a policy that has not answered has denied. */
  readonly timeoutMs: number;
  /** While so many questions that took too long are not answered, no other is asked. */
  readonly maxAbandoned: number;
}

/** The deliveries of one owner: one question at a time. */
interface Lane {
  readonly owner: object;
  readonly waiting: Set<ResourceSubscription>;
  isAsking: boolean;
  /** What is asked about, unless it ended meanwhile. */
  subject: ResourceSubscription | undefined;
}

/**
 * Asks the policy again before a changed resource is told to a subscriber, since rights may be gone by
 * then. Publishing must neither wait for a policy nor take the slots of calls, so the questions have a
 * queue of their own, which cannot grow: each subscription waits in it at most once. Each owner has at
 * most one question under way, even if the policy never answers it, and there are never more than a few.
 */
export class DeliveryChecks {
  private readonly lanes = new Map<object, Lane>();
  /** Lanes whose turn it is, in order. */
  private readonly ready = new Set<Lane>();
  private readonly timers = new Set<Timer>();
  private overdue = 0;
  private hasWarned = false;

  constructor(private readonly parts: DeliveryCheckParts) {}

  /** Owners with something under way; zero at rest. */
  get size(): number {
    return this.lanes.size;
  }

  /** Sends once the policy agrees. A change during the question is asked about again. */
  request(subscription: ResourceSubscription): void {
    const lane = this.laneOf(subscription.owner);
    lane.waiting.add(subscription);
    if (!lane.isAsking) this.ready.add(lane);
    this.askNext();
  }

  /** The subscription ended. */
  forget(subscription: ResourceSubscription): void {
    const lane = this.lanes.get(subscription.owner);
    if (lane === undefined) return;
    if (lane.subject === subscription) lane.subject = undefined;
    if (lane.waiting.delete(subscription)) this.settle(lane);
  }

  /** The owner is gone: what is asked for it is told to nobody. */
  forgetOwner(owner: object): void {
    const lane = this.lanes.get(owner);
    if (lane === undefined) return;
    lane.waiting.clear();
    this.lanes.delete(owner);
    this.ready.delete(lane);
  }

  /** Nothing is delivered any more. */
  close(): void {
    for (const owner of [...this.lanes.keys()]) this.forgetOwner(owner);
    for (const timer of this.timers) timer.cancel();
    this.timers.clear();
  }

  private laneOf(owner: object): Lane {
    const known = this.lanes.get(owner);
    if (known !== undefined) return known;
    const lane = {
      owner,
      waiting: new Set<ResourceSubscription>(),
      isAsking: false,
      subject: undefined,
    };
    this.lanes.set(owner, lane);
    return lane;
  }

  private askNext(): void {
    for (const lane of this.ready) {
      if (this.timers.size >= AT_ONCE || this.overdue >= this.parts.maxAbandoned) return;
      this.ready.delete(lane);
      const [next] = lane.waiting;
      if (next !== undefined) void this.ask(lane, next);
    }
  }

  /** One place is one timer: past it the place is free, but the lane waits for the policy. */
  private async ask(lane: Lane, subscription: ResourceSubscription): Promise<void> {
    lane.isAsking = true;
    lane.subject = subscription;
    lane.waiting.delete(subscription);
    let isOverdue = false;
    const timer = this.parts.clock.after(this.parts.timeoutMs, () => {
      isOverdue = true;
      this.overdue++;
      this.timers.delete(timer);
      this.warn();
      this.askNext();
    });
    this.timers.add(timer);
    const isAllowed = await this.parts.access.mayRead(subscription.caller, subscription.uri);
    timer.cancel();
    this.timers.delete(timer);
    if (isOverdue) this.overdue--;
    lane.isAsking = false;
    if (this.lanes.get(lane.owner) === lane) {
      if (isAllowed && !isOverdue) lane.subject?.send();
      lane.subject = undefined;
      this.settle(lane);
    }
    this.askNext();
  }

  private settle(lane: Lane): void {
    if (lane.isAsking) return;
    if (lane.waiting.size > 0) this.ready.add(lane);
    else this.forgetOwner(lane.owner);
  }

  private warn(): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.parts.logger.warn(
      'A changed resource was told to nobody, because the authorizer took longer than ' +
        `limits.callbackTimeoutMs (${this.parts.timeoutMs}) to decide. Said once.`,
    );
  }
}
