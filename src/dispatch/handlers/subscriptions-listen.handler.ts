import type { JsonObject } from '../../protocol/json.js';
import type { CallCatalogues } from '../catalogue/call-catalogues.js';
import type { ActiveCall } from '../active-call.js';
import { callerOf } from '../caller-of.js';
import type { MethodHandler } from '../method-handler.interface.js';
import type { ServerIdentity } from '../server-identity.js';
import type { CallbackRunner } from '../slots/callback-runner.js';
import type { ListenFilter } from '../subscriptions/listen-filter.js';
import { readListenFilter } from '../subscriptions/listen-filter.js';
import type { Listens } from '../subscriptions/listens.js';
import type { ResourceAccess } from '../subscriptions/resource-access.js';
import type { Tasks } from '../../tasks/tasks.js';
import { requireFollower } from '../tasks/task-access.js';
import { taskOwner } from '../tasks/task-owner.js';
import { servesResource } from '../subscriptions/serves-resource.js';

/** Questions to the policy about one filter that are under way at once. */
const AT_ONCE = 16;

/** What a listen needs. */
export interface ListenParts {
  readonly catalogues: CallCatalogues;
  readonly identity: ServerIdentity;
  readonly runner: CallbackRunner;
  readonly access: ResourceAccess;
  readonly listens: Listens;
  readonly tasks: Tasks;
  readonly limits: { readonly maxListenUris: number };
}

/**
 * Tells a client of changes until it leaves. What is not declared, not there, or not for this caller
 * is left out of the acknowledgement (2026-07-28, Subscriptions). It holds no slot but while the policy
 * is asked.
 */
export class SubscriptionsListenHandler implements MethodHandler {
  readonly method = 'subscriptions/listen';
  readonly access = 'read';
  readonly runs = 'itself';
  readonly isStream = true;

  constructor(private readonly parts: ListenParts) {}

  check(params: JsonObject): void {
    readListenFilter(params, this.parts.limits.maxListenUris);
  }

  async handle(call: ActiveCall): Promise<JsonObject> {
    const { listens, limits } = this.parts;
    const wanted = readListenFilter(call.params, limits.maxListenUris);
    return listens.listen(call, await this.honour(wanted, call));
  }

  private async honour(
    { lists, uris, taskIds }: ListenFilter,
    call: ActiveCall,
  ): Promise<ListenFilter> {
    const { capabilities } = this.parts.identity;
    return {
      lists: new Set([...lists].filter((list) => capabilities.get(list)?.listChanged === true)),
      uris:
        uris && capabilities.get('resources')?.subscribe === true
          ? await this.readable(uris, call)
          : undefined,
      taskIds: taskIds && capabilities.has('tasks') ? await this.own(taskIds, call) : undefined,
    };
  }

  /** @throws MissingCapabilityException for a client that cannot follow tasks */
  private async own(taskIds: readonly string[], call: ActiveCall): Promise<readonly string[]> {
    requireFollower(call);
    const owner = taskOwner(call.context);
    const found = await Promise.all(taskIds.map((id) => this.parts.tasks.find(id, owner)));
    return taskIds.filter((_id, index) => found[index] !== undefined);
  }

  private async readable(uris: readonly string[], call: ActiveCall): Promise<readonly string[]> {
    const { catalogues, access, runner } = this.parts;
    const catalogue = catalogues.of(call);
    const served = uris.filter((uri) => servesResource(catalogue, uri));
    if (access.isOpen || served.length === 0) return served;
    return runner.run(call, () => this.allowed(served, call));
  }

  /** The client chose how many there are, so they are not all asked about at once. */
  private async allowed(uris: readonly string[], call: ActiveCall): Promise<readonly string[]> {
    const caller = callerOf(call.context);
    const allowed: string[] = [];
    for (let start = 0; start < uris.length; start += AT_ONCE) {
      const batch = uris.slice(start, start + AT_ONCE);
      const isAllowed = await Promise.all(
        batch.map((uri) => this.parts.access.mayRead(caller, uri)),
      );
      call.signal.throwIfAborted();
      allowed.push(...batch.filter((_uri, index) => isAllowed[index]));
    }
    return allowed;
  }
}
