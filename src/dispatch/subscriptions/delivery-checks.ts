import type { Logger } from '@nestjs/common';
import type { BackgroundLimits } from './background-places.js';
import { BackgroundPlaces } from './background-places.js';
import type { ResourceAccess } from './resource-access.js';
import type { ResourceSubscription } from './resource-subscription.interface.js';

/** What checks need. A policy that takes longer than `timeoutMs` has denied. */
export interface DeliveryCheckParts extends BackgroundLimits {
  readonly access: ResourceAccess;
  readonly logger: Logger;
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
  private readonly places: BackgroundPlaces;
  private hasWarned = false;

  constructor(private readonly parts: DeliveryCheckParts) {
    this.places = new BackgroundPlaces(parts);
  }

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
    this.places.close();
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
      if (this.places.areFull) return;
      this.ready.delete(lane);
      const [next] = lane.waiting;
      if (next !== undefined) void this.ask(lane, next);
    }
  }

  /** Past its time the place is free, but the lane waits for the policy. */
  private async ask(lane: Lane, subscription: ResourceSubscription): Promise<void> {
    lane.isAsking = true;
    lane.subject = subscription;
    lane.waiting.delete(subscription);
    const place = this.places.take(() => {
      this.warn();
      this.askNext();
    });
    const isAllowed = await this.parts.access.mayRead(subscription.caller, subscription.uri);
    place.leave();
    lane.isAsking = false;
    if (this.lanes.get(lane.owner) === lane) {
      if (isAllowed && !place.isOverdue) lane.subject?.send();
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
