import type { INestApplication } from '@nestjs/common';
import type { McpModuleOptions } from 'nest-mcp';
import { McpDispatcher } from 'nest-mcp';
import { asUser, HeaderUserGuard } from '../../apps/header-user.guard.js';
import { PrintShop } from '../../apps/tasks/print-shop.service.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { EventReader } from '../../support/event-reader.js';
import { settled } from '../../support/settled.js';
import { outcome, WireClient } from '../../support/wire-client.js';
import { legacyRequest } from '../../support/wire-messages.js';

type Headers = Record<string, string>;

const RELATED = 'io.modelcontextprotocol/related-task';

/** Any message of the server. */
type Message = Record<string, any>;

describe.each(PLATFORMS)('tasks of 2025-11-25 on the wire of $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let wire: WireClient;
  let shop: PrintShop;

  const boot = async (mcp: Partial<McpModuleOptions> = {}) => {
    app = await bootApp(
      { createAdapter },
      { providers: [PrintShop] },
      {
        mcp: { limits: { shutdownGraceMs: 1 }, ...mcp },
        create: { forceCloseConnections: true },
        configure: (created) => created.useGlobalGuards(new HeaderUserGuard()),
      },
    );
    wire = new WireClient(app);
    shop = app.get(PrintShop);
  };

  afterEach(() => app.close());

  async function openSession(headers: Headers = {}): Promise<Headers> {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'wire', version: '1.0.0' },
    };
    const answer = await wire.post(legacyRequest('initialize', params), headers);
    return { ...headers, 'mcp-session-id': String(answer.headers['mcp-session-id']) };
  }

  const ask = async (session: Headers, method: string, params: object = {}) =>
    outcome(await wire.post(legacyRequest(method, { ...params }), session));

  /** Calls a tool as a task, and gives its id. */
  async function start(session: Headers, name: string, args: object = {}): Promise<string> {
    const { body } = await ask(session, 'tools/call', { name, arguments: args, task: {} });
    return body.result.task.taskId;
  }

  async function listen(session: Headers) {
    const { response, leave } = await wire.open('GET', session);
    return { reader: new EventReader(response), leave };
  }

  /** Waits for a result on a stream. */
  async function wait(session: Headers, taskId: string, id: string) {
    const { response, leave } = await wire.open(
      'POST',
      session,
      legacyRequest('tasks/result', { taskId }, id),
    );
    return { response, reader: new EventReader(response), leave };
  }

  const pending = () => app.get(McpDispatcher).snapshot().pending;

  it('are created and looked at with plain JSON', async () => {
    await boot();
    const session = await openSession();

    const created = await wire.post(
      legacyRequest('tools/call', { name: 'queue', arguments: {}, task: { ttl: 5_000 } }),
      session,
    );
    const { taskId } = outcome(created).body.result.task;
    const looked = await wire.post(legacyRequest('tasks/get', { taskId }), session);

    for (const { headers } of [created, looked]) {
      expect(headers['content-type']).toMatch(/^application\/json/);
    }
    expect(outcome(created)).toMatchObject({
      status: 200,
      body: {
        result: {
          task: { status: 'working', statusMessage: 'queued', ttl: 5_000, pollInterval: 50 },
          _meta: { [RELATED]: { taskId } },
        },
      },
    });
    expect(outcome(looked).body.result).toEqual(outcome(created).body.result.task);
    expect(taskId).toMatch(/^[\w-]{22,}$/);
  });

  it('keep whoever waits for their result waiting, each with an answer of its own', async () => {
    await boot();
    const session = await openSession();
    const taskId = await start(session, 'queue');
    const waiters = [1, 2].map((id) =>
      wire.post(legacyRequest('tasks/result', { taskId }, id), session),
    );
    const job = await shop.job();

    job.release();

    for (const [index, waiter] of waiters.entries()) {
      expect(outcome(await waiter)).toEqual({
        status: 200,
        body: {
          jsonrpc: '2.0',
          id: index + 1,
          result: {
            content: [{ type: 'text', text: 'free' }],
            _meta: { [RELATED]: { taskId } },
          },
        },
      });
    }
  });

  it('answer with what their call came to', async () => {
    await boot();
    const session = await openSession();
    const [jam, misprint, crash] = [
      await start(session, 'jam'),
      await start(session, 'misprint'),
      await start(session, 'crash'),
    ];
    const resultOf = async (taskId: string) =>
      (await ask(session, 'tasks/result', { taskId })).body;

    expect(await resultOf(jam ?? '')).toMatchObject({
      error: { code: 7, message: 'paper jam', data: { tray: 2 } },
    });
    expect(await resultOf(misprint ?? '')).toMatchObject({
      result: { isError: true, content: [{ text: 'out of ink' }] },
    });
    const crashed = await resultOf(crash ?? '');
    expect(crashed).toMatchObject({ result: { isError: true } });
    expect(JSON.stringify(crashed)).not.toContain('hunter2');
    const { body } = await ask(session, 'tasks/list');
    expect(body.result.tasks.map(({ status }: Message) => status)).toEqual(Array(3).fill('failed'));
  });

  it('ask on the stream of tasks/result, and tell their status on that of the session', async () => {
    await boot();
    const session = await openSession();
    const standing = await listen(session);
    const taskId = await start(session, 'bind');
    expect(await standing.reader.next()).toMatchObject({
      method: 'notifications/tasks/status',
      params: { taskId, status: 'input_required' },
    });

    const waiter = await wait(session, taskId, 'waiter');
    const question = (await waiter.reader.next()) as Message;
    expect(question).toMatchObject({
      method: 'elicitation/create',
      params: { message: 'Which colour?', _meta: { [RELATED]: { taskId } } },
    });
    const result = { action: 'accept', content: { colour: 'red' } };
    await wire.post({ jsonrpc: '2.0', id: question.id, result }, session);

    expect(await waiter.reader.next()).toMatchObject({
      id: 'waiter',
      result: { content: [{ text: 'bound in red' }], _meta: { [RELATED]: { taskId } } },
    });
    expect(await waiter.reader.next()).toBeUndefined();
    for (const status of ['working', 'completed']) {
      expect(await standing.reader.next()).toMatchObject({ params: { taskId, status } });
    }
    standing.leave();
  });

  it('ask whoever comes after a client that lost its stream', async () => {
    await boot();
    const session = await openSession();
    const taskId = await start(session, 'bind');
    const lost = await wait(session, taskId, 'lost');
    await lost.reader.next();
    lost.leave();

    const waiter = await wait(session, taskId, 'waiter');
    const question = (await waiter.reader.next()) as Message;
    const result = { action: 'decline' };
    await wire.post({ jsonrpc: '2.0', id: question.id, result }, session);

    expect(await waiter.reader.next()).toMatchObject({
      result: { content: [{ text: 'not bound: decline' }] },
    });
  });

  it('tell their progress on the stream of the session', async () => {
    await boot();
    const session = await openSession();
    const standing = await listen(session);
    const _meta = { progressToken: 'p' };
    const { body } = await ask(session, 'tools/call', {
      name: 'print',
      arguments: { pages: 2 },
      task: {},
      _meta,
    });
    const { taskId } = body.result.task;

    for (const progress of [1, 2]) {
      expect(await standing.reader.next()).toMatchObject({
        method: 'notifications/progress',
        params: {
          progressToken: 'p',
          progress,
          message: `page ${progress} of 2`,
          _meta: { [RELATED]: { taskId } },
        },
      });
    }
    expect(await standing.reader.next()).toMatchObject({
      method: 'notifications/tasks/status',
      params: { taskId, status: 'completed', statusMessage: 'page 2 of 2' },
    });
    standing.leave();
  });

  it('forget a waiter that left and cannot come back', async () => {
    await boot();
    const session = await openSession();
    const taskId = await start(session, 'queue');
    const job = await shop.job();
    const request = wire.open('POST', session, legacyRequest('tasks/result', { taskId }, 'gone'));
    const aborted = request.then(
      () => 'answered',
      () => 'cut',
    );
    while (pending() === 0) await settled();

    // Nothing was sent yet, so that there is nothing to come back to.
    app.getHttpServer().closeAllConnections();

    expect(await aborted).toBe('cut');
    while (pending() > 0) await settled();
    expect(job.context.signal.aborted).toBe(false);
  });

  it('are called off by tasks/cancel, and by DELETE of their session', async () => {
    await boot();
    const session = await openSession();
    const [first, second] = [await start(session, 'queue'), await start(session, 'queue')];
    const jobs = [await shop.job(0), await shop.job(1)];

    const { body } = await ask(session, 'tasks/cancel', { taskId: first });
    expect(body.result).toMatchObject({ taskId: first, status: 'cancelled' });
    expect(jobs.map(({ context }) => context.signal.aborted)).toEqual([true, false]);
    const waiter = wire.post(legacyRequest('tasks/result', { taskId: second }), session);
    while (pending() === 0) await settled();

    expect((await wire.send('DELETE', session)).status).toBe(204);

    while (jobs[1]?.context.signal.aborted === false) await settled();
    expect((await waiter).text).not.toContain('free');
    expect(app.get(McpDispatcher).snapshot()).toMatchObject({ tasks: 0, pending: 0 });
  });

  it('are those of their session, and of their principal in all of its sessions', async () => {
    await boot();
    const [nobody, other] = [await openSession(), await openSession()];
    const [ann, annAgain, bob] = [
      await openSession(asUser({ id: 'ann' })),
      await openSession(asUser({ id: 'ann' })),
      await openSession(asUser({ id: 'bob' })),
    ];
    const unowned = await start(nobody, 'queue');
    const owned = await start(ann, 'queue');

    const codeOf = async (session: Headers, taskId: string) =>
      (await ask(session, 'tasks/get', { taskId })).body.error?.code;
    expect([await codeOf(nobody, unowned), await codeOf(other, unowned)]).toEqual([
      undefined,
      -32602,
    ]);
    expect([
      await codeOf(annAgain, owned),
      await codeOf(bob, owned),
      await codeOf(nobody, owned),
    ]).toEqual([undefined, -32602, -32602]);
    const { body } = await ask(annAgain, 'tasks/list');
    expect(body.result.tasks).toMatchObject([{ taskId: owned }]);
  });

  it('of a server without sessions have no list', async () => {
    await boot({ sessions: false });
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'wire', version: '1.0.0' },
    };
    const version = { 'mcp-protocol-version': '2025-11-25' };
    const opened = await ask({}, 'initialize', params);
    expect(opened.body.result.capabilities.tasks).toEqual({
      cancel: {},
      requests: { tools: { call: {} } },
    });

    const taskId = await start(version, 'print', { pages: 1 });

    expect((await ask(version, 'tasks/list')).body).toMatchObject({ error: { code: -32601 } });
    expect((await ask(version, 'tasks/result', { taskId })).body).toMatchObject({
      result: { content: [{ text: 'printed 1 pages' }] },
    });
  });
});
