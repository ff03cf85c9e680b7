import type { INestApplication } from '@nestjs/common';
import { asUser, HeaderUserGuard } from '../../apps/header-user.guard.js';
import { PrintShop } from '../../apps/tasks/print-shop.service.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { EventReader } from '../../support/event-reader.js';
import { FOLLOWS, TASKS } from '../../support/extension-peer.js';
import { outcome, WireClient } from '../../support/wire-client.js';
import { envelope, modernRequest } from '../../support/wire-messages.js';

type Headers = Record<string, string | undefined>;

/** Any message of the server. */
type Message = Record<string, any>;

const MISSING = {
  status: 400,
  body: {
    error: {
      code: -32021,
      data: { requiredCapabilities: { extensions: { [TASKS]: {} } } },
    },
  },
};

const red = { action: 'accept', content: { colour: 'red' } };

describe.each(PLATFORMS)('tasks of 2026-07-28 on the wire of $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let wire: WireClient;
  let shop: PrintShop;

  beforeEach(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [PrintShop] },
      {
        mcp: { limits: { shutdownGraceMs: 1 } },
        create: { forceCloseConnections: true },
        configure: (created) => created.useGlobalGuards(new HeaderUserGuard()),
      },
    );
    wire = new WireClient(app);
    shop = app.get(PrintShop);
  });

  afterEach(() => app.close());

  const requestOf = (method: string, params: object, capabilities: object) =>
    modernRequest(method, {
      ...params,
      _meta: envelope({ clientCapabilities: capabilities }),
    });

  async function ask(
    method: string,
    params: object = {},
    { capabilities = FOLLOWS, headers = {} }: { capabilities?: object; headers?: Headers } = {},
  ) {
    const request = requestOf(method, params, capabilities);
    return outcome(await wire.post(request.body, { ...request.headers, ...headers }));
  }

  const call = (name: string, args: object = {}, more: object = {}, options = {}) =>
    ask('tools/call', { name, arguments: args, ...more }, options);

  const get = async (taskId: string): Promise<Message> =>
    (await ask('tasks/get', { taskId })).body.result;

  /** The task once it is over or waits. */
  async function rested(taskId: string): Promise<Message> {
    for (;;) {
      const task = await get(taskId);
      if (task.status !== 'working') return task;
    }
  }

  it('are created flat and found at once', async () => {
    const { status, body } = await call('queue');

    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      resultType: 'task',
      status: 'working',
      statusMessage: 'queued',
      ttlMs: 60_000,
      pollIntervalMs: 50,
    });
    expect(body.result).not.toHaveProperty('task');
    expect(body.result.taskId).toMatch(/^[\w-]{22,}$/);
    expect(await get(body.result.taskId)).toMatchObject({
      resultType: 'complete',
      taskId: body.result.taskId,
      status: 'working',
    });
  });

  it('show what has become of them', async () => {
    const ids = new Map<string, string>();
    for (const name of ['jam', 'misprint', 'crash']) {
      ids.set(name, (await call(name)).body.result.taskId);
    }
    const { body } = await call('print', { pages: 3 });

    expect(await rested(body.result.taskId)).toMatchObject({
      status: 'completed',
      statusMessage: 'page 3 of 3',
      result: { content: [{ type: 'text', text: 'printed 3 pages' }] },
    });
    expect(await rested(ids.get('jam') ?? '')).toMatchObject({
      status: 'failed',
      statusMessage: 'paper jam',
      error: { code: 7, message: 'paper jam', data: { tray: 2 } },
    });
    expect(await rested(ids.get('misprint') ?? '')).toMatchObject({
      status: 'completed',
      result: { isError: true, content: [{ text: 'out of ink' }] },
    });
    const crashed = await rested(ids.get('crash') ?? '');
    expect(crashed).toMatchObject({ status: 'completed', result: { isError: true } });
    expect(JSON.stringify(crashed)).not.toContain('hunter2');
  });

  it('ask, and take answers by tasks/update', async () => {
    const { taskId } = (await call('bind')).body.result;
    expect(await rested(taskId)).toMatchObject({
      status: 'input_required',
      inputRequests: { colour: { method: 'elicitation/create' } },
    });

    const inputResponses = { colour: red, other: red };
    const updated = await ask('tasks/update', { taskId, inputResponses });

    expect(updated).toMatchObject({ status: 200, body: { result: { resultType: 'complete' } } });
    expect(Object.keys(updated.body.result).sort()).toEqual(['_meta', 'resultType']);
    expect(await rested(taskId)).toMatchObject({ result: { content: [{ text: 'bound in red' }] } });
  });

  it('are called off, and acknowledged with nothing', async () => {
    const { taskId } = (await call('queue')).body.result;
    const job = await shop.job();

    const cancelled = await ask('tasks/cancel', { taskId });

    expect(Object.keys(cancelled.body.result).sort()).toEqual(['_meta', 'resultType']);
    expect(await rested(taskId)).toMatchObject({ status: 'cancelled' });
    expect(job.context.signal.aborted).toBe(true);
    expect(await ask('tasks/cancel', { taskId })).toMatchObject({ status: 200 });
  });

  it('do not end with the connection of the request that began them', async () => {
    const request = requestOf('tools/call', { name: 'queue', arguments: {} }, FOLLOWS);
    const { response, leave } = await wire.open('POST', request.headers, request.body);
    let text = '';
    for await (const chunk of response) text += String(chunk);
    leave();
    const { taskId } = (JSON.parse(text) as Message).result;
    const job = await shop.job();

    job.release();

    expect(await rested(taskId)).toMatchObject({ result: { content: [{ text: 'free' }] } });
  });

  it('come after the rounds of a call that asks first', async () => {
    const first = await call('order');
    expect(first.body.result).toMatchObject({ resultType: 'input_required' });
    const { requestState, inputRequests } = first.body.result;
    const [key = ''] = Object.keys(inputRequests);

    const { body } = await call('order', {}, { requestState, inputResponses: { [key]: red } });

    expect(body.result).toMatchObject({ resultType: 'task', statusMessage: 'ordered' });
    expect(body.result).not.toHaveProperty('requestState');
    expect(await rested(body.result.taskId)).toMatchObject({
      result: { content: [{ text: 'ordered red paper' }] },
    });
  });

  it('are not for clients that do not declare them', async () => {
    const plain = { capabilities: { elicitation: {} } };
    const { taskId } = (await call('queue')).body.result;

    expect(await call('print', { pages: 1 }, {}, plain)).toMatchObject({
      status: 200,
      body: { result: { resultType: 'complete', content: [{ text: 'printed 1 pages' }] } },
    });
    expect(await call('bind', {}, {}, plain)).toMatchObject(MISSING);
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      expect(await ask(method, { taskId, inputResponses: {} }, plain)).toMatchObject(MISSING);
    }
    const listen = { notifications: { taskIds: [taskId] } };
    expect(await ask('subscriptions/listen', listen, plain)).toMatchObject(MISSING);
  });

  it('have neither tasks/result nor tasks/list', async () => {
    for (const method of ['tasks/result', 'tasks/list']) {
      expect(await ask(method, { taskId: 'x' })).toMatchObject({
        status: 404,
        body: { error: { code: -32601 } },
      });
    }
  });

  it('are unknown with -32602 to whoever they are not', async () => {
    const { taskId } = (await call('queue', {}, {}, { headers: asUser({ id: 'ann' }) })).body
      .result;

    for (const headers of [asUser({ id: 'bob' }), {}]) {
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
        const reply = await ask(method, { taskId, inputResponses: {} }, { headers });
        expect(reply).toMatchObject({ status: 200, body: { error: { code: -32602 } } });
      }
    }
    const found = await ask('tasks/get', { taskId }, { headers: asUser({ id: 'ann' }) });
    expect(found.body.result).toMatchObject({ status: 'working' });
  });

  it.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
    '%s has headers that say what it is about',
    async (method) => {
      const { taskId } = (await call('queue')).body.result;
      const attempt = (headers: Headers) =>
        ask(method, { taskId, inputResponses: {} }, { headers });
      const mismatch = { status: 400, body: { error: { code: -32020 } } };

      expect(await attempt({})).toMatchObject({ status: 200 });
      expect(await attempt({ 'mcp-name': 'other' })).toMatchObject(mismatch);
      expect(await attempt({ 'mcp-name': undefined })).toMatchObject(mismatch);
      expect(await attempt({ 'mcp-method': 'tasks/result' })).toMatchObject(mismatch);
    },
  );

  it('are followed by a listen, as tasks/get shows them', async () => {
    const { taskId } = (await call('bind')).body.result;
    await rested(taskId);
    const listen = requestOf(
      'subscriptions/listen',
      { notifications: { taskIds: [taskId, 'none'] } },
      FOLLOWS,
    );
    const { response, leave } = await wire.open('POST', listen.headers, listen.body);
    const reader = new EventReader(response);
    const about = { 'io.modelcontextprotocol/subscriptionId': 1 };
    expect(await reader.next()).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { taskIds: [taskId] }, _meta: about },
    });
    const { resultType: _type, _meta, ...waiting } = await get(taskId);
    expect(await reader.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/tasks',
      params: { ...waiting, _meta: about },
    });

    await ask('tasks/update', { taskId, inputResponses: { colour: red } });

    let told = (await reader.next()) as Message;
    while (told.params.status === 'working') told = (await reader.next()) as Message;
    const { resultType: _complete, _meta: _server, ...ended } = await get(taskId);
    expect(told).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/tasks',
      params: { ...ended, _meta: about },
    });
    leave();
  });
});
