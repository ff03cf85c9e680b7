import type { ChangedList } from '../../notifications/mcp-change.js';
import type { Clock } from '../../protocol/clock.js';
import { changeOf } from '../../notifications/notification-method.js';
import type { RecipientPredicate } from '../../notifications/recipient-selector.js';
import type { JsonRpcNotification } from '../../protocol/json-rpc.js';
import type { JsonObject } from '../../protocol/json.js';
import type { McpRecipient } from '../../protocol/mcp-recipient.interface.js';
import { MetaKey } from '../../protocol/meta-keys.js';
import { invalidRequest, serverStopping } from '../../protocol/protocol-errors.js';
import type { ActiveCall } from '../active-call.js';
import { callerOf } from '../caller-of.js';
import type { ClientPlaces } from '../slots/client-places.js';
import type { McpTelemetry } from '../telemetry/mcp-telemetry.js';
import type { ListenFilter } from './listen-filter.js';
import { writeListenFilter } from './listen-filter.js';
import type { ResourceSubscriptions } from './resource-subscriptions.js';
import type { TaskFollowers } from './task-followers.js';

interface Listen {
  readonly call: ActiveCall;
  readonly filter: ListenFilter;
  /** Gives its place back. */
  readonly leave: () => void;
  /** Aborted when it is over. */
  readonly over: AbortController;
  readonly openedAt: number;
  readonly finish: (result: JsonObject) => void;
}

/**
 * The open `subscriptions/listen` requests (2026-07-28). Each gets its own copy of every change it
 * asked for, on its own way back to the client, until the client leaves or the server stops.
 */
export class Listens {
  private readonly open = new Set<Listen>();
  private readonly byList: Readonly<Record<ChangedList, Set<Listen>>> = {
    tools: new Set(),
    resources: new Set(),
    prompts: new Set(),
  };
  private isClosed = false;

  constructor(
    private readonly subscriptions: ResourceSubscriptions,
    private readonly places: ClientPlaces,
    private readonly followers: TaskFollowers,
    private readonly telemetry: McpTelemetry,
    private readonly clock: Clock,
  ) {}

  /** Zero at rest. */
  get size(): number {
    return this.open.size;
  }

  /**
   * Registers a listen and acknowledges it in one step: nothing comes before the acknowledgement, and
   * nothing that is published after it is missed. Settles when the listen is over.
   *
   * @param filter what will be told, which may be less than what was asked for
   * @returns the closing result, once the server stops
   * @throws BusyError when too many are open
   * @throws McpException `-32600` when nothing can be sent before the answer
   * @throws the reason of the abort when the client ended it
   */
  listen(call: ActiveCall, filter: ListenFilter): Promise<JsonObject> {
    if (this.isClosed) throw serverStopping();
    call.signal.throwIfAborted();
    if (!call.context.outlet.isOpen) {
      throw invalidRequest('subscriptions/listen needs a client that takes messages at any time');
    }
    // The application may fail to tell them, which must fail the request and not a change.
    void call.tags;
    const leave = this.places.take(call);
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.remove(listen);
        this.reportEnd(listen, 'client');
        reject(call.signal.reason as Error);
      };
      const finish = (result: JsonObject) => {
        call.signal.removeEventListener('abort', onAbort);
        this.remove(listen);
        this.reportEnd(listen, 'server');
        resolve(result);
      };
      const openedAt = this.clock.monotonic();
      const over = new AbortController();
      const listen: Listen = { call, filter, leave, over, openedAt, finish };
      call.signal.addEventListener('abort', onAbort, { once: true });
      this.add(listen);
      send(listen, 'notifications/subscriptions/acknowledged', {
        notifications: writeListenFilter(filter),
      });
      call.tellChange = (notification) => this.tell(listen, notification);
      this.telemetry.emit(() => ({ type: 'listen_opened', ...call.facts }));
    });
  }

  /**
   * A list changed.
   *
   * @param isMeant by default everybody is
   */
  changed(list: ChangedList, isMeant?: RecipientPredicate): void {
    for (const listen of [...this.byList[list]]) {
      if (isMeant === undefined || isMeant(describe(listen))) tellList(listen, list);
    }
  }

  /** The server stops: each listen ends at once with its result, and no other begins. */
  close(): void {
    this.isClosed = true;
    for (const { call, finish } of [...this.open]) finish({ _meta: metaOf(call) });
  }

  private reportEnd({ call, openedAt }: Listen, by: 'client' | 'server'): void {
    this.telemetry.emit(() => ({
      type: 'listen_closed',
      by,
      durationMs: this.clock.monotonic() - openedAt,
      ...call.facts,
    }));
  }

  /** Tells one listen of a change the application has for it alone, if it asked for that. */
  private tell(listen: Listen, { method, params }: JsonRpcNotification): void {
    const change = changeOf(method, params);
    if (change === undefined || !this.open.has(listen)) return;
    if (change.type === 'resource_updated') {
      const subscription = this.subscriptions.find(listen, change.uri);
      if (subscription !== undefined) this.subscriptions.tell(subscription);
    } else if (listen.filter.lists.has(change.list)) tellList(listen, change.list);
  }

  private add(listen: Listen): void {
    const { call, filter, over } = listen;
    this.open.add(listen);
    for (const list of filter.lists) this.byList[list].add(listen);
    for (const uri of filter.uris ?? []) {
      this.subscriptions.add({
        owner: listen,
        uri,
        caller: callerOf(call.context),
        describe: () => describe(listen),
        send: () => send(listen, 'notifications/resources/updated', { uri }),
      });
    }
    for (const taskId of filter.taskIds ?? []) {
      this.followers.follow(taskId, call.context.revision, over.signal, (task) =>
        send(listen, 'notifications/tasks', task),
      );
    }
  }

  private remove(listen: Listen): void {
    const { filter, leave, over } = listen;
    this.open.delete(listen);
    leave();
    over.abort();
    for (const list of filter.lists) this.byList[list].delete(listen);
    this.subscriptions.removeAll(listen, filter.uris ?? []);
  }
}

/** The id is the request's own, of the same type (2026-07-28, Subscriptions). */
const metaOf = ({ id }: ActiveCall): JsonObject => ({ [MetaKey.SubscriptionId]: id });

const describe = ({ call: { context, tags } }: Listen): McpRecipient => ({
  id: undefined,
  principalKey: context.principalKey,
  tags,
  transport: context.transport,
  protocolVersion: context.revision.version,
});

const tellList = (listen: Listen, list: ChangedList): void =>
  send(listen, `notifications/${list}/list_changed`, {});

function send({ call }: Listen, method: string, params: JsonObject): void {
  const notification: JsonRpcNotification = {
    jsonrpc: '2.0',
    method,
    params: { ...params, _meta: metaOf(call) },
  };
  // Nobody waits for a reader who is slow: the transport bounds what it keeps for one.
  void call.context.outlet.send(notification);
}
