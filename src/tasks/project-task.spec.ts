import fc from 'fast-check';
import { openConversation, witness } from '../../test/wire/tapped.js';
import { question, storedTask } from '../../test/support/stored-task.js';
import { coreTask, detailedTask, extensionTask } from './project-task.js';
import type { StoredTask, TaskStatus } from './stored-task.interface.js';

const CREATED = Date.parse('2026-08-01T10:00:00.000Z');

const stored = (given: Partial<StoredTask> = {}): StoredTask =>
  storedTask({
    taskId: 'id-9',
    server: 'admin',
    owner: 'principal:ann',
    createdAt: CREATED,
    lastUpdatedAt: CREATED + 1_500,
    ttlMs: 60_000,
    pollIntervalMs: 2_000,
    answers: { taken: { result: {} } },
    ...given,
  });

const RESULT = { content: [{ type: 'text', text: 'done' }] };
const ERROR = { code: -32_050, message: 'out of paper', data: { tray: 2 } };

const completed = stored({ status: 'completed', outcome: { result: RESULT } });
const mistaken = stored({ status: 'completed', outcome: { result: { ...RESULT, isError: true } } });
const failed = stored({
  status: 'failed',
  statusMessage: ERROR.message,
  outcome: { error: ERROR },
});
const asking = stored({ status: 'input_required', questions: { who: question('Who?') } });

describe('a task of 2025-11-25', () => {
  it('is shown with its core members, and none else', () => {
    expect(coreTask(stored({ statusMessage: 'half way' }))).toEqual({
      taskId: 'id-9',
      status: 'working',
      statusMessage: 'half way',
      createdAt: '2026-08-01T10:00:00.000Z',
      lastUpdatedAt: '2026-08-01T10:00:01.500Z',
      ttl: 60_000,
      pollInterval: 2_000,
    });
    expect(coreTask(stored())).not.toHaveProperty('statusMessage');
  });

  it.each<[TaskStatus, StoredTask]>([
    ['working', stored()],
    ['input_required', asking],
    ['completed', completed],
    ['failed', mistaken],
    ['failed', failed],
    ['cancelled', stored({ status: 'cancelled', statusMessage: 'enough' })],
  ])('is %s where the client would have been told so', (status, task) => {
    expect(coreTask(task).status).toBe(status);
  });

  const itWithSchemas = witness.isBlind ? it.skip : it;

  itWithSchemas('is what the official schema says, in every place it is shown', () => {
    const task = fc
      .record(
        {
          status: fc.constantFrom<TaskStatus>(
            'working',
            'input_required',
            'completed',
            'failed',
            'cancelled',
          ),
          statusMessage: fc.string(),
          lastUpdatedAt: fc.integer({ min: 0, max: 8_640_000_000_000_000 }),
          ttlMs: fc.nat(),
          pollIntervalMs: fc.nat(),
          outcome: fc.constantFrom({ result: RESULT }, { error: ERROR }),
        },
        { requiredKeys: [] },
      )
      .map((given) => coreTask(stored(given)));
    fc.assert(
      fc.property(task, (shown) => {
        expect(problemsOf('tasks/get', shown)).toEqual([]);
        expect(problemsOf('tasks/cancel', shown)).toEqual([]);
        expect(problemsOf('tasks/list', { tasks: [shown] })).toEqual([]);
        expect(problemsOf('tools/call', { task: shown }, { task: {} })).toEqual([]);
        const status = { jsonrpc: '2.0', method: 'notifications/tasks/status', params: shown };
        expect(openConversation('2025-11-25').judge(status).problems).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  itWithSchemas('would be refused by that schema with the names of the extension', () => {
    expect(problemsOf('tasks/get', extensionTask(stored()))).not.toEqual([]);
    expect(problemsOf('tasks/get', { ...coreTask(stored()), status: 'done' })).not.toEqual([]);
  });
});

describe('a task of the extension', () => {
  it('is shown with the members of the extension, and none else', () => {
    const all = stored({ ...asking, statusMessage: 'half way', outcome: { result: RESULT } });

    expect(extensionTask(all)).toEqual({
      taskId: 'id-9',
      status: 'input_required',
      statusMessage: 'half way',
      createdAt: '2026-08-01T10:00:00.000Z',
      lastUpdatedAt: '2026-08-01T10:00:01.500Z',
      ttlMs: 60_000,
      pollIntervalMs: 2_000,
    });
    expect(extensionTask(stored())).not.toHaveProperty('statusMessage');
  });

  it('is completed by a result that says isError', () => {
    expect(extensionTask(mistaken).status).toBe('completed');
  });

  it('is shown with what it asks only while it asks', () => {
    expect(detailedTask(asking, undefined)).toEqual({
      ...extensionTask(asking),
      inputRequests: { who: question('Who?') },
    });
    expect(detailedTask(stored(), undefined)).toEqual(extensionTask(stored()));
  });

  it('is shown with the result as its client may have it', () => {
    const result = { content: [] };

    expect(detailedTask(completed, result)).toEqual({ ...extensionTask(completed), result });
  });

  it('is shown with the whole error', () => {
    expect(detailedTask(failed, undefined)).toEqual({ ...extensionTask(failed), error: ERROR });
  });

  it('is shown with nothing but its status once it is cancelled', () => {
    const cancelled = stored({ status: 'cancelled', statusMessage: 'enough' });

    expect(detailedTask(cancelled, undefined)).toEqual(extensionTask(cancelled));
  });
});

/** What the schema of 2025-11-25 has against the result of a request. */
function problemsOf(method: string, result: object, params: object = {}): readonly string[] {
  const conversation = openConversation('2025-11-25');
  conversation.sent({ jsonrpc: '2.0', id: 1, method, params: { taskId: 'id-9', ...params } });
  return conversation.judge({ jsonrpc: '2.0', id: 1, result }).problems as readonly string[];
}
