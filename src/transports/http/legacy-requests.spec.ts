import type { McpDispatcher } from '../../dispatch/mcp-dispatcher.js';
import type { RequestContext } from '../../dispatch/request-context.interface.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { randomId } from '../../protocol/id-generator.js';
import type { JsonRpcRequest } from '../../protocol/json-rpc.js';
import { ServedRevisions } from '../../protocol/revisions/served-revisions.js';
import { SessionKeeper } from '../../sessions/session-keeper.js';
import { SessionRegistry } from '../../sessions/session-registry.js';
import { BenchLogger } from '../../../test/support/bench-logger.js';
import { McpNotificationBus } from '../../notifications/mcp-notification-bus.js';
import { RequestTags } from './request-tags.js';
import { SessionStreamTable } from './streams/session-stream-table.js';
import type { HttpExchange } from './http-exchange.js';
import { LegacyVersions } from './legacy-versions.js';
import { LegacyRequests } from './legacy-requests.js';
import { SessionRecovery } from './session-recovery.js';

const IDLE = 1_000;

/** Requests that a dispatcher answers when the test says so, in sessions whose clock it moves. */
function setUp() {
  const clock = new ManualClock();
  const revisions = new ServedRevisions();
  const limits = { maxSessions: 10, sessionIdleMs: IDLE };
  const sessions = new SessionRegistry(limits, clock, randomId, {
    stopped: () => undefined,
    ended: () => undefined,
  });
  let finish: () => void = () => undefined;
  const dispatcher = {
    receive: () => undefined,
    receiveResponse: () => undefined,
    dispatch: async ({ id, method }: JsonRpcRequest, { connection }: RequestContext) => {
      if (method === 'initialize') {
        const [revision] = revisions.legacy;
        connection!.handshake = {
          revision: revision!,
          clientInfo: undefined,
          clientCapabilities: {},
        };
      } else {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      }
      return { id, result: {} };
    },
  } as unknown as McpDispatcher;
  const streams = new SessionStreamTable({
    bus: new McpNotificationBus(),
    limits: {
      maxStreamsPerSession: 1,
      eventHistory: 1,
      eventHistoryMs: 1,
      maxBufferedBytes: 1,
    },
    store: () => undefined,
    clock,
    nextId: randomId,
    logger: new BenchLogger(),
  });
  const keeper = new SessionKeeper({
    server: 'default',
    store: () => undefined,
    serialize: (state) => state,
    remembersEnds: false,
    limits: { ...limits, storeTimeoutMs: 1 },
    clock,
    logger: new BenchLogger(),
    onFailed: () => undefined,
    onSerializeFailed: () => undefined,
  });
  const versions = new LegacyVersions(revisions);
  const tags = new RequestTags(undefined);
  const parts = { dispatcher, sessions, versions, streams, keeper, tags };
  const recovery = new SessionRecovery({
    ...parts,
    policy: 'stored',
    limits: { ...limits, maxRestoreAttempts: 1, maxSessionRestores: 1 },
    clock,
  });
  const legacy = new LegacyRequests({
    ...parts,
    recovery,
    limits: { maxBatch: 1 },
  });
  const written: Record<string, string> = {};
  const exchange = (headers: Record<string, string> = {}) =>
    ({
      headers,
      principalKey: undefined,
      responder: {
        streamFrom: () => undefined,
        setHeaders: (more: object) => Object.assign(written, more),
        answer: () => undefined,
        accept: () => undefined,
        refuse: () => undefined,
      },
    }) as unknown as HttpExchange;
  const request = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: {} }) as const;
  const open = async () => {
    await legacy.handshake(request('initialize'), exchange());
    return { 'mcp-session-id': written['mcp-session-id']! };
  };
  return {
    clock,
    sessions,
    open,
    call: (headers: Record<string, string>) => legacy.serve(request('slow'), exchange(headers)),
    notify: (headers: Record<string, string>) =>
      legacy.receive({ jsonrpc: '2.0', method: 'x', params: {} }, exchange(headers)),
    respond: (headers: Record<string, string>) =>
      legacy.receiveResponse({ kind: 'response', id: 1, result: {} }, exchange(headers)),
    finish: () => finish(),
  };
}

describe('a session on HTTP', () => {
  it('expires when it was idle since the handshake', async () => {
    const { clock, sessions, open } = setUp();
    await open();

    clock.advance(IDLE - 1);
    expect(sessions.size).toBe(1);
    clock.advance(1);
    expect(sessions.size).toBe(0);
  });

  it('does not expire under a call, and is idle from its end', async () => {
    const { clock, sessions, open, call, finish } = setUp();
    const running = call(await open());

    clock.advance(IDLE * 5);
    expect(sessions.size).toBe(1);
    finish();
    await running;
    clock.advance(IDLE - 1);
    expect(sessions.size).toBe(1);
    clock.advance(IDLE);
    expect(sessions.size).toBe(0);
  });

  it.each(['notify', 'respond'] as const)('is kept alive where clients %s', async (say) => {
    const { clock, sessions, open, ...client } = setUp();
    const session = await open();
    clock.advance(IDLE - 1);

    await client[say](session);

    clock.advance(IDLE - 1);
    expect(sessions.size).toBe(1);
  });
});
