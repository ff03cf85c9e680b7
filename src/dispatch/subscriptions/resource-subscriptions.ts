import type { RecipientPredicate } from '../../notifications/recipient-selector.js';
import { normaliseUri } from '../../registry/uri-template/normalise-uri.js';
import type { DeliveryCheckParts } from './delivery-checks.js';
import { DeliveryChecks } from './delivery-checks.js';
import { ResourceInterest } from './resource-interest.js';
import type { ResourceSubscription } from './resource-subscription.interface.js';
import type { ResourceWatcher } from './resource-watcher.interface.js';

/** What subscriptions need. */
export interface ResourceSubscriptionsParts extends DeliveryCheckParts {
  /** Who learns which resources somebody is subscribed to. */
  readonly watchers: readonly ResourceWatcher[];
}

/**
 * Who wants to know of which resource, by URI, so that a change costs as much as it has subscribers.
 * Spellings that name the same resource are the same, as in the catalogue.
 */
export class ResourceSubscriptions {
  private readonly byKey = new Map<string, Map<object, ResourceSubscription>>();
  private readonly checks: DeliveryChecks;
  private readonly interest: ResourceInterest;
  private count = 0;

  constructor(private readonly parts: ResourceSubscriptionsParts) {
    this.checks = new DeliveryChecks(parts);
    this.interest = new ResourceInterest(parts);
  }

  /** Subscriptions of everybody; zero at rest. */
  get size(): number {
    return this.count;
  }

  /** Adds the one subscription of its owner to this resource. */
  add(subscription: ResourceSubscription): void {
    const key = normaliseUri(subscription.uri);
    const owners = this.byKey.get(key) ?? new Map<object, ResourceSubscription>();
    if (!owners.has(subscription.owner)) this.count++;
    if (owners.size === 0) this.interest.begin(key);
    this.byKey.set(key, owners.set(subscription.owner, subscription));
  }

  find(owner: object, uri: string): ResourceSubscription | undefined {
    return this.byKey.get(normaliseUri(uri))?.get(owner);
  }

  /** Ends one subscription; an unknown one is fine. */
  remove(owner: object, uri: string): void {
    const key = normaliseUri(uri);
    const owners = this.byKey.get(key);
    const subscription = owners?.get(owner);
    if (owners === undefined || subscription === undefined) return;
    owners.delete(owner);
    this.count--;
    this.checks.forget(subscription);
    if (owners.size > 0) return;
    this.byKey.delete(key);
    this.interest.end(key);
  }

  /** Ends everything of an owner that is gone. */
  removeAll(owner: object, uris: Iterable<string>): void {
    for (const uri of uris) this.remove(owner, uri);
    this.checks.forgetOwner(owner);
  }

  /**
   * A resource changed.
   *
   * @param isMeant by default everybody is
   */
  updated(uri: string, isMeant?: RecipientPredicate): void {
    const owners = this.byKey.get(normaliseUri(uri));
    if (owners === undefined) return;
    for (const subscription of [...owners.values()]) {
      if (isMeant === undefined || isMeant(subscription.describe())) this.tell(subscription);
    }
  }

  /** Tells one subscriber, if the policy still agrees. */
  tell(subscription: ResourceSubscription): void {
    if (this.parts.access.isOpen) subscription.send();
    else this.checks.request(subscription);
  }

  /** Nothing is told any more. */
  close(): void {
    this.checks.close();
    this.interest.close();
    this.byKey.clear();
    this.count = 0;
  }
}
