import type { StoredTask } from '../../src/tasks/stored-task.interface.js';

/** A task that has just begun, where nothing else is said. */
export const storedTask = (given: Partial<StoredTask> = {}): StoredTask => ({
  v: 1,
  taskId: 'task-1',
  version: 1,
  tool: 'work',
  status: 'working',
  createdAt: 1_000_000,
  lastUpdatedAt: given.createdAt ?? 1_000_000,
  ttlMs: 60_000,
  pollIntervalMs: 1_000,
  questions: {},
  answers: {},
  ...given,
});

/** A question, as it stands in a task. */
export const question = (message = 'Who?') => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties: {} } },
});
