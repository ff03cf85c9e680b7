import type { Subscription } from 'rxjs';
import type { McpChange } from '../../notifications/mcp-change.js';
import type { McpNotificationBus } from '../../notifications/mcp-notification-bus.js';
import type { RecipientPredicate } from '../../notifications/recipient-selector.js';
import { toPredicate } from '../../notifications/recipient-selector.js';
import type { McpRegistry } from '../../registry/mcp-registry.js';
import type { ServerIdentity } from '../server-identity.js';
import { tellsChanges } from '../server-identity.js';
import type { ReportFailure } from '../telemetry/report-failure.js';
import type { LegacyAudience } from './legacy-audience.js';
import type { Listens } from './listens.js';
import type { ResourceSubscriptions } from './resource-subscriptions.js';

/** Whom changes are told to, and where they come from. */
export interface ChangeDeliveryParts {
  readonly registry: McpRegistry;
  readonly bus: McpNotificationBus;
  readonly identity: ServerIdentity;
  readonly audience: LegacyAudience;
  readonly listens: Listens;
  readonly subscriptions: ResourceSubscriptions;
  readonly report: ReportFailure;
}

/** Publishes changes of the catalogue, and tells every published change to those who want to know. */
export class ChangeDelivery {
  private readonly published: Subscription;
  private readonly catalogue: Subscription;

  constructor(private readonly parts: ChangeDeliveryParts) {
    const { registry, bus } = parts;
    this.published = bus.changes$.subscribe((change) => this.deliver(change));
    this.catalogue = registry.changes$.subscribe(({ kind }) =>
      // Both kinds of resources are one capability, and share their notification.
      bus.listChanged(kind === 'resourceTemplates' ? 'resources' : kind),
    );
  }

  /** Changes of the catalogue are published no more. */
  leaveCatalogue(): void {
    this.catalogue.unsubscribe();
  }

  /** Nobody is told anything any more. */
  close(): void {
    this.leaveCatalogue();
    this.published.unsubscribe();
    this.parts.subscriptions.close();
    this.parts.audience.close();
  }

  /** What is not declared is not there, and cannot change (every revision, Capabilities). */
  private deliver(change: McpChange): void {
    const { identity, audience, listens, subscriptions } = this.parts;
    const isMeant = this.selectionOf(change);
    if (change.type === 'resource_updated') return subscriptions.updated(change.uri, isMeant);
    if (!tellsChanges(identity, change.list)) return;
    audience.changed(change.list, isMeant);
    listens.changed(change.list, isMeant);
  }

  /** Nobody is told of what a selector fails on: it was there to keep it from somebody. */
  private selectionOf({ where }: McpChange): RecipientPredicate | undefined {
    if (where === undefined) return undefined;
    const isMeant = toPredicate(where);
    return (recipient) => {
      try {
        return isMeant(recipient);
      } catch (thrown) {
        this.parts.report(thrown, 'the selector of a change');
        return false;
      }
    };
  }
}
