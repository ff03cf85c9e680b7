import { BenchLogger } from '../../test/support/bench-logger.js';
import { createBench } from '../../test/support/dispatcher-bench.js';
import { unheardReports } from '../../test/support/unheard-reports.js';
import { allow } from '../authorization/decision.js';
import type { Answer } from '../dispatch/answer.js';
import { answerToMessage, encodeAnswer } from '../dispatch/answer.js';
import type { JsonRpcNotification, ServerRequest } from '../protocol/json-rpc.js';
import { MetaKey } from '../protocol/meta-keys.js';
import { ServedRevisions } from '../protocol/revisions/served-revisions.js';
import { Connection } from '../sessions/connection.js';
import { MessageChannel } from './message-channel.js';

const ENVELOPE = {
  [MetaKey.ProtocolVersion]: '2026-07-28',
  [MetaKey.ClientCapabilities]: {},
};
const INITIALIZE = { protocolVersion: '2025-06-18', capabilities: {} };

/** A channel to a server without tools, and what it wrote. */
async function openChannel(protocolVersions?: readonly string[]) {
  const { dispatcher, bus, revisions, logger } = await createBench({ protocolVersions });
  const written: (Answer | JsonRpcNotification | ServerRequest)[] = [];
  const channel = new MessageChannel({
    limits: { maxBatch: 10 },
    reports: unheardReports(),
    dispatcher,
    revisions,
    connection: new Connection('only', undefined, { transport: 'memory' }),
    logger,
    sink: {
      isOpen: true,
      answer: (answer) => void written.push(answer),
      send: (notification) => void written.push(notification),
    },
  });
  const send = async (message: unknown) => {
    const before = written.length;
    await channel.receive(message);
    return written.slice(before).map((answer) => answerToMessage(answer as Answer)) as any[];
  };
  const request = async (method: string, params: object = {}, id: string | number = 1) =>
    (await send({ jsonrpc: '2.0', id, method, params }))[0];
  return { channel, dispatcher, bus, send, request, written };
}

describe('a channel for both eras', () => {
  it('serves an envelope without a handshake', async () => {
    const answer = await (await openChannel()).request('tools/list', { _meta: ENVELOPE });

    expect(answer).toMatchObject({ id: 1, result: { resultType: 'complete', tools: [] } });
  });

  it('serves an envelope after a handshake', async () => {
    const { request } = await openChannel();
    await request('initialize', INITIALIZE);

    const answer = await request('tools/list', { _meta: ENVELOPE });

    expect(answer.result.resultType).toBe('complete');
  });

  it('serves requests of the revision that was agreed on', async () => {
    const { request } = await openChannel();

    expect((await request('initialize', INITIALIZE)).result.protocolVersion).toBe('2025-06-18');
    expect((await request('tools/list')).result).toEqual({ tools: [] });
  });

  it('keeps the revision when the client shakes hands again', async () => {
    const { request } = await openChannel();
    await request('initialize', INITIALIZE);

    const again = await request('initialize', { ...INITIALIZE, protocolVersion: '2025-03-26' });

    expect(again.result.protocolVersion).toBe('2025-06-18');
  });

  it('answers ping before the handshake', async () => {
    expect((await (await openChannel()).request('ping')).result).toEqual({});
  });

  it.each(['tools/list', 'server/discover'])(
    'answers %s with neither handshake nor envelope by -32602',
    async (method) => {
      const { error } = await (await openChannel()).request(method);

      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('_meta') });
    },
  );

  it('names both ways in', async () => {
    const { error } = await (await openChannel()).request('tools/list');

    expect(error.message).toMatch(/initialize.*2026-07-28/);
  });

  it('answers a handshake with the versions there are when none is of that era', async () => {
    const { error } = await (await openChannel(['2026-07-28'])).request('initialize', INITIALIZE);

    expect(error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } });
  });

  it('answers a version it does not serve by -32022', async () => {
    const meta = { ...ENVELOPE, [MetaKey.ProtocolVersion]: 'v999' };

    const { error } = await (await openChannel()).request('tools/list', { _meta: meta });

    expect(error).toMatchObject({ code: -32022, data: { requested: 'v999' } });
  });

  it.each([
    ['an array', [], null],
    ['null', null, null],
    ['a null id', { jsonrpc: '2.0', id: null, method: 'ping' }, null],
    ['no method', { jsonrpc: '2.0', id: 'x' }, 'x'],
  ])('answers %s by -32600', async (_, message, id) => {
    expect(await (await openChannel()).send(message)).toEqual([
      { jsonrpc: '2.0', id, error: { code: -32600, message: expect.any(String) } },
    ]);
  });

  it.each([
    ['an unknown notification', { jsonrpc: '2.0', method: 'notifications/unknown' }],
    ['a notification with broken params', { jsonrpc: '2.0', method: 'x', params: 5 }],
    ['an answer to nothing', { jsonrpc: '2.0', id: 1, result: {} }],
    ['an error to nothing', { jsonrpc: '2.0', id: 1, error: { code: 1, message: '' } }],
  ])('never answers %s', async (_, message) => {
    expect(await (await openChannel()).send(message)).toEqual([]);
  });

  it('refuses a second request of an id that is in progress', async () => {
    const { channel, written } = await openChannel();
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: ENVELOPE } };

    await Promise.all([channel.receive(list), channel.receive(list)]);

    const codes = written.map((answer) => ('error' in answer ? answer.error.code : 0));
    expect(codes.sort()).toEqual([-32600, 0]);
  });

  it('takes an id again once it was answered, and tells its types apart', async () => {
    const { channel, request, written } = await openChannel();
    await request('ping');
    await request('ping');
    await Promise.all(
      [1, '1'].map((id) => channel.receive({ jsonrpc: '2.0', id, method: 'ping', params: {} })),
    );

    expect(written).toHaveLength(4);
    expect(written.filter((answer) => 'error' in answer)).toEqual([]);
  });
});

describe('a channel whose dispatcher fails', () => {
  const failing = (dispatcher: object) => {
    const written: Answer[] = [];
    const logger = new BenchLogger();
    const channel = new MessageChannel({
      limits: { maxBatch: 10 },
      reports: unheardReports(),
      dispatcher: { isInFlight: () => false, ...dispatcher } as never,
      revisions: new ServedRevisions(),
      connection: new Connection('only', undefined, { transport: 'stdio' }),
      sink: {
        isOpen: true,
        answer: (answer) => void written.push(JSON.parse(encodeAnswer(answer)) as Answer),
        send: () => undefined,
      },
      logger,
    });
    return { channel, written, logger };
  };
  const ping = { jsonrpc: '2.0', id: 0, method: 'ping' };
  const surprise = () => {
    throw new RangeError('a secret');
  };

  it.each([
    ['at once', surprise],
    ['later', async () => surprise()],
    ['by an answer that JSON cannot say', () => ({ id: 0, result: { sum: 1n } })],
  ])('answers -32603 with the id when it fails %s', async (_, dispatch) => {
    const { channel, written, logger } = failing({ dispatch });

    await channel.receive(ping);

    expect(written).toEqual([
      { jsonrpc: '2.0', id: 0, error: { code: -32603, message: expect.stringContaining('Error') } },
    ]);
    expect(written[0]).not.toMatchObject({ error: { message: expect.stringContaining('secret') } });
    expect(logger.text).toMatch(/^error ping failed/);
  });

  it('survives a notification', async () => {
    const { channel, written, logger } = failing({ receive: surprise });

    await channel.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: {} });

    expect(written).toEqual([]);
    expect(logger.text).toContain('a secret');
  });

  it('survives an answer of the client', async () => {
    const { channel, written, logger } = failing({ receiveResponse: surprise });

    await channel.receive({ jsonrpc: '2.0', id: 1, result: {} });

    expect(written).toEqual([]);
    expect(logger.text).toContain('a secret');
  });
});

describe('who sent a message over a channel', () => {
  const host = { contextType: 'http', request: { url: '/messages' }, response: {} } as const;
  const ANN = { principal: { id: 'ann' }, principalKey: 'ann', host };

  /** What the policy and the context of a call are told. */
  async function callAs(sender?: typeof ANN) {
    const callers: object[] = [];
    const { dispatcher, revisions } = await createBench({
      tools: [{ name: 'echo', handler: () => 'hi' }],
      authorizer: {
        authorize: ({ principal, principalKey }) => {
          callers.push({ principal, principalKey });
          return allow();
        },
      },
    });
    const hosts: object[] = [];
    const dispatch = dispatcher.dispatch.bind(dispatcher);
    dispatcher.dispatch = (request, context) => {
      hosts.push(context.host);
      return dispatch(request, context);
    };
    const channel = new MessageChannel({
      limits: { maxBatch: 10 },
      reports: unheardReports(),
      dispatcher,
      revisions,
      connection: new Connection('only', sender?.principalKey),
      sink: { isOpen: true, answer: () => undefined, send: () => undefined },
      logger: new BenchLogger(),
    });
    const params = { name: 'echo', _meta: ENVELOPE };
    await channel.receive({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, sender);
    return { callers, hosts };
  }

  it('is told with each message', async () => {
    const { callers, hosts } = await callAs(ANN);

    expect(callers).toEqual([{ principal: ANN.principal, principalKey: 'ann' }]);
    expect(hosts).toEqual([host]);
  });

  it('is nobody, by no HTTP request, unless it is told', async () => {
    const { callers, hosts } = await callAs();

    expect(callers).toEqual([{ principal: undefined, principalKey: undefined }]);
    expect(hosts).toMatchObject([{ contextType: 'mcp' }]);
  });
});

describe('what is not asked for on a channel', () => {
  const UPDATE = { jsonrpc: '2.0', method: 'notifications/x', params: {} } as const;

  async function openPushed() {
    const opened = await openChannel();
    const push = () => opened.bus.notify('notifications/x');
    return { ...opened, push };
  }

  it('is written once the client shook hands, and not before', async () => {
    const { request, written, push } = await openPushed();
    push();
    expect(written).toEqual([]);
    await request('initialize', INITIALIZE);
    push();

    expect(written.slice(1)).toEqual([UPDATE]);
  });

  it('is written once, however often it shakes hands', async () => {
    const { request, written, push } = await openPushed();
    await request('initialize', INITIALIZE);
    await request('initialize', INITIALIZE);
    push();

    expect(written.slice(2)).toEqual([UPDATE]);
  });

  it('is not written to a client that only sends envelopes', async () => {
    const { request, written, push } = await openPushed();
    await request('tools/list', { _meta: ENVELOPE });
    push();

    expect(written).toHaveLength(1);
  });

  it('is not written after the end', async () => {
    const { channel, request, written, push } = await openPushed();
    await request('initialize', INITIALIZE);
    channel.close('disconnected');
    push();

    expect(written).toHaveLength(1);
  });

  it('is not written when the client shakes hands after the end', async () => {
    const { channel, request, written, push } = await openPushed();
    channel.close('disconnected');
    await request('initialize', INITIALIZE);
    push();

    expect(written).toHaveLength(1);
  });
});

describe('a listen on a channel', () => {
  const listen = { _meta: ENVELOPE, notifications: { toolsListChanged: true } };

  it('that the server ends is a result and then notifications/cancelled', async () => {
    const { channel, dispatcher, written } = await openChannel();
    const answered = channel.receive({
      jsonrpc: '2.0',
      id: 0,
      method: 'subscriptions/listen',
      params: listen,
    });
    await Promise.resolve();
    await Promise.resolve();
    await dispatcher.drain(1);
    await answered;

    expect(written).toEqual([
      expect.objectContaining({ method: 'notifications/subscriptions/acknowledged' }),
      expect.objectContaining({ id: 0, result: expect.anything() }),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 0 } },
    ]);
  });

  it('that is refused is an error and nothing more, as are other methods', async () => {
    const { send } = await openChannel();
    const params = { ...listen, notifications: 5 };

    expect(
      await send({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }),
    ).toHaveLength(1);
    expect(
      await send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: ENVELOPE } }),
    ).toHaveLength(1);
  });
});
