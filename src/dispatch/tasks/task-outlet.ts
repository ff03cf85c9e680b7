import type { JsonRpcNotification } from '../../protocol/json-rpc.js';
import { isJsonObject } from '../../protocol/json.js';
import { MetaKey } from '../../protocol/meta-keys.js';
import type { Connection } from '../../sessions/connection.js';
import type { Outlet } from '../outlet.interface.js';
import type { RequestContext } from '../request-context.interface.js';

/**
 * The way to the client of a task, after its request was answered: the stream of the session, with the
 * task in each message (2025-11-25, Tasks: Associating Task-Related Messages). In 2026-07-28 there is
 * none: tasks send no progress and no log messages. Questions go another way in both.
 *
 * @param isOver true when nothing more may be said of the task: what is told of it ends before it does
 */
export function taskOutlet(
  { revision, connection }: RequestContext,
  taskId: string,
  push: (connection: Connection, notification: JsonRpcNotification) => void,
  isOver: () => boolean,
): Outlet {
  if (revision.tasks !== 'core' || connection?.isLasting !== true) return CLOSED;
  return {
    get isOpen() {
      return !connection.hasEnded && !isOver();
    },
    send({ method, params }) {
      if (isOver()) return;
      const _meta = {
        ...(isJsonObject(params._meta) && params._meta),
        [MetaKey.RelatedTask]: { taskId },
      };
      push(connection, { jsonrpc: '2.0', method, params: { ...params, _meta } });
    },
  };
}

const CLOSED: Outlet = { isOpen: false, send: () => undefined };
