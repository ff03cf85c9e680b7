import type { JsonObject } from '../../protocol/json.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import { coreTask } from '../../tasks/project-task.js';
import type { StoredTask } from '../../tasks/stored-task.interface.js';
import type { TaskPage } from '../../tasks/task-store.interface.js';
import type { Tasks } from '../../tasks/tasks.js';
import type { ActiveCall } from '../active-call.js';
import { decodeCursor, encodeCursor } from '../cursor.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { taskOwner } from '../tasks/task-owner.js';

/**
 * The tasks of whoever asks, oldest first (2025-11-25, Tasks: Listing Tasks). Tasks that are nobody's
 * cannot be listed, so there is no list without a session.
 */
export class TasksListHandler implements MethodHandler {
  readonly method = 'tasks/list';
  readonly access = 'read';
  readonly runs = 'inline';
  readonly capability = 'tasks';
  readonly capabilityFlag = 'list';
  readonly needsLasting = true;

  constructor(
    private readonly tasks: Tasks,
    private readonly pageSize: number | undefined,
  ) {}

  async handle(call: ActiveCall): Promise<JsonObject> {
    const owner = taskOwner(call.context);
    const { pageSize = this.pageSize } = call;
    const page = this.pageOf(call, owner);
    if (owner === undefined) return { tasks: [] };
    // One more tells whether others follow.
    const limit = pageSize === undefined ? undefined : pageSize + 1;
    const found = await this.tasks.list(owner, { ...page, ...(limit && { limit }) });
    const shown = found.slice(0, pageSize);
    const last = found.length > shown.length ? shown.at(-1) : undefined;
    return {
      tasks: shown.map(coreTask),
      ...(last && { nextCursor: encodeCursor(this.cursorOwner(owner), placeOf(last)) }),
    };
  }

  private pageOf({ params }: ActiveCall, owner: string | undefined): TaskPage {
    const { cursor } = params;
    if (cursor === undefined) return {};
    const after = readPlace(decodeCursor(this.cursorOwner(owner), cursor));
    if (after !== undefined) return { after };
    throw invalidParams('tasks/list: cursor is not one of this list; begin without one');
  }

  private cursorOwner(owner: string | undefined) {
    return { method: this.method, principalKey: owner };
  }
}

const placeOf = ({ createdAt, taskId }: StoredTask): string => `${createdAt}:${taskId}`;

/** Cursors can be made up, so what is in them may be anything. */
function readPlace(place: string | undefined): TaskPage['after'] {
  const [, createdAt, taskId] = /^(\d+):(.+)$/s.exec(place ?? '') ?? [];
  return createdAt && taskId ? { createdAt: Number(createdAt), taskId } : undefined;
}
