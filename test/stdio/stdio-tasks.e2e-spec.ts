import { jest } from '@jest/globals';
import { FOLLOWS } from '../support/extension-peer.js';
import { StdioProcess } from '../support/stdio-process.js';
import { envelope, initialize } from '../support/wire-messages.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

const RELATED = 'io.modelcontextprotocol/related-task';

/** Any message of the server. */
type Message = Record<string, any>;

describe('tasks of a stdio server', () => {
  let server: StdioProcess;
  let nextId = 1;

  beforeAll(async () => {
    server = await StdioProcess.start('test/apps/tasks/main.js');
    const { params, ...hello } = initialize('hello') as Message;
    server.send({ ...hello, params: { ...params, capabilities: { elicitation: {} } } });
    await server.answer('hello');
    server.send({ method: 'notifications/initialized' });
  });

  afterAll(async () => {
    server.end();
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  async function ask(method: string, params: object): Promise<Message> {
    const id = nextId++;
    server.send({ id, method, params });
    return (await server.answer(id)) as Message;
  }

  const askModern = (method: string, params: object, capabilities: object = FOLLOWS) =>
    ask(method, { ...params, _meta: envelope({ clientCapabilities: capabilities }) });

  it('are started, listed and waited for in 2025-11-25', async () => {
    const call = { name: 'print', arguments: { pages: 2 }, task: {} };
    const { taskId } = (await ask('tools/call', call)).result.task;

    expect(await ask('tasks/result', { taskId })).toMatchObject({
      result: {
        content: [{ text: 'printed 2 pages' }],
        _meta: { [RELATED]: { taskId } },
      },
    });
    const { tasks } = (await ask('tasks/list', {})).result;
    expect(tasks).toContainEqual(expect.objectContaining({ taskId, status: 'completed' }));
    expect(server.messages).toContainEqual(
      expect.objectContaining({
        method: 'notifications/tasks/status',
        params: expect.objectContaining({ taskId, status: 'completed' }),
      }),
    );
  });

  it('ask whoever waits in 2025-11-25', async () => {
    const { taskId } = (await ask('tools/call', { name: 'bind', arguments: {}, task: {} })).result
      .task;
    const answer = ask('tasks/result', { taskId });
    const question = (await server.request('elicitation/create')) as Message;
    expect(question.params._meta).toEqual({ [RELATED]: { taskId } });

    server.send({ id: question.id, result: { action: 'accept', content: { colour: 'red' } } });

    expect(await answer).toMatchObject({ result: { content: [{ text: 'bound in red' }] } });
  });

  it('are followed, answered and called off in 2026-07-28', async () => {
    const { taskId } = (await askModern('tools/call', { name: 'bind', arguments: {} })).result;
    const from = server.messages.length;
    server.send({
      id: 'listen',
      method: 'subscriptions/listen',
      params: {
        notifications: { taskIds: [taskId] },
        _meta: envelope({ clientCapabilities: FOLLOWS }),
      },
    });
    const told = async (status: string) =>
      (
        await server.next(
          from,
          (message) =>
            message.method === 'notifications/tasks' &&
            (message as Message).params.status === status,
        )
      ).message as Message;
    expect((await told('input_required')).params).toMatchObject({
      taskId,
      inputRequests: { colour: { method: 'elicitation/create' } },
    });

    const inputResponses = { colour: { action: 'accept', content: { colour: 'blue' } } };
    await askModern('tasks/update', { taskId, inputResponses });

    expect((await told('completed')).params).toMatchObject({
      taskId,
      result: { content: [{ text: 'bound in blue' }] },
    });
    const other = (await askModern('tools/call', { name: 'queue', arguments: {} })).result.taskId;
    await askModern('tasks/cancel', { taskId: other });
    expect((await askModern('tasks/get', { taskId: other })).result.status).toBe('cancelled');
  });

  it('are refused to a client of 2026-07-28 that does not declare them', async () => {
    const reply = await askModern('tools/call', { name: 'bind', arguments: {} }, {});

    expect(reply).toMatchObject({ error: { code: -32021 } });
  });
});
