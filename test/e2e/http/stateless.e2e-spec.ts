import type { INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import type { Authorizer, McpModuleOptions, ToolAuthorization } from 'nest-mcp';
import { allow, ask, McpDispatcher } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { SessionRegistry } from '../../../src/sessions/session-registry.js';
import { SessionStreamTable } from '../../../src/transports/http/streams/session-stream-table.js';
import { asUser, HeaderUserGuard } from '../../apps/header-user.guard.js';
import { HelpDesk } from '../../apps/help-desk.js';
import { StreamLab } from '../../apps/stream-lab.js';
import { Workshop } from '../../apps/workshop.js';
import { gist } from '../../support/batch-client.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { postHead, RawSocket } from '../../support/raw-socket.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { LEGACY_REVISIONS } from '../../support/revisions.js';
import { events, outcome, WireClient } from '../../support/wire-client.js';
import {
  legacyCall,
  legacyRequest,
  modernCall,
  modernRequest,
} from '../../support/wire-messages.js';

const version = (name: string | undefined) => ({ 'mcp-protocol-version': name });

const initialize = (protocolVersion: string) =>
  legacyRequest('initialize', {
    protocolVersion,
    capabilities: { elicitation: {}, sampling: {}, roots: {} },
    clientInfo: { name: 'stateless', version: '1.0.0' },
  });

const EVERY_METHOD = [
  legacyRequest('ping'),
  legacyRequest('tools/list'),
  legacyCall('echo', { text: 'hi' }),
  legacyRequest('resources/list'),
  legacyRequest('resources/templates/list'),
  legacyRequest('resources/read', { uri: 'desk://tickets/7' }),
  legacyRequest('prompts/list'),
  legacyRequest('prompts/get', { name: 'reply', arguments: { tone: 'formal' } }),
  legacyRequest('completion/complete', {
    ref: { type: 'ref/prompt', name: 'reply' },
    argument: { name: 'tone', value: 'f' },
  }),
];

describe.each(PLATFORMS)('a server without sessions on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;

  const logger = new RecordingLogger();

  const boot = async (mcp: Partial<McpModuleOptions> = {}) => {
    const metadata = { providers: [Workshop, StreamLab, HelpDesk] };
    const booted = await bootApp({ createAdapter }, metadata, {
      mcp: { sessions: false, ...mcp },
      configure: (application) =>
        application.useGlobalGuards(new HeaderUserGuard()).useLogger(logger),
    });
    return { booted, wire: new WireClient(booted) };
  };

  const callerOf = async (wire: WireClient, headers: Record<string, string | undefined> = {}) =>
    JSON.parse(String(gist(outcome(await wire.post(legacyCall('caller'), headers)).body)));

  beforeAll(async () => {
    const { booted, wire } = await boot();
    app = booted;
    client = wire;
  });

  afterAll(() => app.close());

  it('says in the log at boot what it does not offer', () => {
    expect(logger.text).toContain('sessions: false');
  });

  describe('at the handshake', () => {
    it.each(LEGACY_REVISIONS)(
      'names no session, and offers nothing that needs one, in %s',
      async (name) => {
        const answer = await client.post(initialize(name));

        expect(answer.headers['mcp-session-id']).toBeUndefined();
        expect(outcome(answer)).toMatchObject({
          status: 200,
          body: { result: { protocolVersion: name } },
        });
        expect(outcome(answer).body.result.capabilities).toEqual({
          tools: {},
          resources: {},
          prompts: {},
          ...(name !== '2024-11-05' && { completions: {} }),
        });
      },
    );

    it('takes a client that has a session from elsewhere', async () => {
      const answer = await client.post(initialize('2025-11-25'), { 'mcp-session-id': 'elsewhere' });

      expect(answer.headers['mcp-session-id']).toBeUndefined();
      expect(outcome(answer).body.result.protocolVersion).toBe('2025-11-25');
    });

    it('negotiates as ever, and never 2026-07-28', async () => {
      const { body } = outcome(await client.post(initialize('2026-07-28')));

      expect(body.result.protocolVersion).toBe('2025-11-25');
    });
  });

  describe('a request', () => {
    it.each([...LEGACY_REVISIONS, undefined])(
      'is served by itself, version header %s',
      async (name) => {
        for (const request of EVERY_METHOD) {
          const { status, body } = outcome(await client.post(request, version(name)));

          expect({ status, method: request.method, error: body.error }).toEqual({
            status: 200,
            method: request.method,
            error: undefined,
          });
        }
      },
    );

    it.each(LEGACY_REVISIONS)('is of the revision that its header names: %s', async (name) => {
      expect((await callerOf(client, version(name))).protocolVersion).toBe(name);
    });

    it.each(['2025-06-18', '2025-11-25'])(
      'of a test client says that it is of %s',
      async (protocolVersion) => {
        const tester = await McpTestClient.overHttp(app, { protocolVersion });

        const { content } = await tester.callTool('caller');

        expect(content).toMatchObject([
          { text: expect.stringContaining(`"protocolVersion":"${protocolVersion}"`) },
        ]);
        await tester.close();
      },
    );

    it('is of 2025-03-26 without that header', async () => {
      expect((await callerOf(client)).protocolVersion).toBe('2025-03-26');
    });

    it.each(['nobody', '__proto__', ''])('may name any session: "%s"', async (id) => {
      const { status, body } = outcome(
        await client.post(legacyCall('echo', { text: 'hi' }), { 'mcp-session-id': id }),
      );

      expect({ status, said: gist(body) }).toEqual({ status: 200, said: 'hi' });
    });

    it('tells the method nothing that another request said', async () => {
      await client.post(initialize('2025-11-25'));

      expect(await callerOf(client, version('2025-11-25'))).toEqual({
        protocolVersion: '2025-11-25',
        clientCapabilities: {},
      });
    });

    it('has the principal of its own guard', async () => {
      const { principal } = await callerOf(client, asUser({ id: 'ann' }));
      const refused = await client.post(legacyRequest('ping'), asUser('banned'));

      expect(principal).toEqual({ id: 'ann' });
      expect(refused.status).toBe(403);
    });

    it.each(['v9', '2026-01-01', ''])('of the version "%s" is refused', async (name) => {
      for (const request of [
        legacyRequest('ping'),
        initialize('2025-11-25'),
        [legacyRequest('ping')],
      ]) {
        const { status, body } = outcome(await client.post(request, version(name)));

        expect({ status, code: body.error.code }).toEqual({ status: 400, code: -32022 });
        expect(body.error.data).toMatchObject({ requested: name });
      }
    });

    it.each(['resources/subscribe', 'resources/unsubscribe', 'logging/setLevel'])(
      'of %s is of no method: something would have to be remembered',
      async (method) => {
        const params = { uri: 'workshop://tools', level: 'debug' };
        const { status, body } = outcome(
          await client.post(legacyRequest(method, params), version('2025-11-25')),
        );

        expect({ status, code: body.error.code }).toEqual({ status: 200, code: -32601 });
      },
    );
  });

  describe('a call', () => {
    it('streams its progress, without ids to come back by', async () => {
      const { headers, text } = await client.post(legacyCall('count', { steps: 2 }));

      expect(headers['content-type']).toBe('text/event-stream');
      expect(events(text).map(({ method, params }) => method && (params as any).progress)).toEqual([
        1,
        2,
        undefined,
      ]);
      expect(text).not.toMatch(/^id:/m);
    });

    it('sends no log messages, and cannot be polled', async () => {
      const { headers, text } = await client.post(legacyCall('chatter'), version('2025-11-25'));

      expect(headers['content-type']).toBe('application/json');
      expect(gist(JSON.parse(text))).toBe('said');
    });

    it.each([
      ['a form', (ctx: any) => ctx.elicit('?', { type: 'object', properties: {} })],
      ['a page', (ctx: any) => ctx.elicitUrl({ message: '?', url: 'https://shop.example' })],
      ['the model', (ctx: any) => ctx.sample({ messages: [], maxTokens: 1 })],
      ['roots', (ctx: any) => ctx.listRoots()],
    ])('cannot ask for %s, and is told why', async (_, question) => {
      const answer = client.post(legacyCall('drive'), version('2025-11-25'));
      const { context, finish } = await app.get(StreamLab).nextDriven();

      await expect(question(context)).rejects.toMatchObject({
        reason: 'unreachable',
        message: expect.stringContaining('without a session'),
      });
      finish('done');
      expect(gist(outcome(await answer).body)).toBe('done');
    });

    it.each([true, false])(
      'is cancelled when its client leaves (streaming: %s)',
      async (announce) => {
        const body = JSON.stringify(legacyCall('hold', { announce }));
        const socket = await RawSocket.connect(client.port);
        await socket.write(postHead({ 'content-length': body.length }) + body);
        const { signal } = await app.get(Workshop).nextHeld();
        const aborted = once(signal, 'abort');

        socket.leave();

        await aborted;
        expect(String(signal.reason)).toContain('the client left');
      },
    );

    it('is not cancelled by a notification, which may reach any process', async () => {
      const answer = client.post(legacyCall('hold', {}, 5));
      const held = await app.get(Workshop).nextHeld();
      const params = { requestId: 5 };

      const { status } = await client.post({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params,
      });
      held.finish('done');

      expect(status).toBe(202);
      expect(gist(outcome(await answer).body)).toBe('done');
    });
  });

  describe('what asks for nothing', () => {
    it.each([
      ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
      ['a response', { jsonrpc: '2.0', id: 'nobody-asked', result: {} }],
      ['a malformed notification', { jsonrpc: '2.0', method: 7 }],
    ])('is taken: %s', async (_, message) => {
      for (const headers of [{}, { 'mcp-session-id': 'nobody' }, version('2025-11-25')]) {
        expect(await client.post(message, headers)).toMatchObject({ status: 202, text: '' });
      }
    });
  });

  describe('the methods of HTTP', () => {
    it.each(['GET', 'DELETE', 'HEAD', 'PUT', 'PATCH'])('do not include %s', async (method) => {
      const accepts = [undefined, 'text/event-stream', 'application/json', 'text/html'];
      for (const accept of accepts) {
        const headers = { accept, 'mcp-session-id': 'nobody' };
        const { status, headers: received } = await client.send(method, headers);

        expect({ status, allow: received.allow }).toEqual({ status: 405, allow: 'POST' });
      }
    });

    it('are listed by OPTIONS', async () => {
      const { status, headers } = await client.send('OPTIONS');

      expect({ status, allow: headers.allow }).toEqual({ status: 204, allow: 'POST' });
    });
  });

  describe('2026-07-28', () => {
    it('is served as everywhere', async () => {
      const { body, headers } = modernCall('caller');
      const answer = outcome(await client.post(body, headers));

      expect(JSON.parse(String(gist(answer.body))).protocolVersion).toBe('2026-07-28');
    });

    it('has what it needs no session for', async () => {
      const { body, headers } = modernRequest('server/discover');
      const answer = outcome(await client.post(body, headers));

      expect(answer.body.result.capabilities).toMatchObject({
        tools: { listChanged: true },
        resources: { subscribe: true },
        logging: {},
      });
    });
  });

  it('remembers nothing of a thousand handshakes', async () => {
    const dispatcher = app.get(McpDispatcher);
    const before = dispatcher.snapshot();
    for (let turn = 0; turn < 50; turn++) {
      await Promise.all(Array.from({ length: 20 }, () => client.post(initialize('2025-11-25'))));
      await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    }

    expect(app.get(SessionRegistry, { strict: false }).size).toBe(0);
    expect(app.get(SessionStreamTable, { strict: false }).size).toBe(0);
    expect(dispatcher['parts'].audience['members'].size).toBe(0);
    expect(dispatcher.snapshot()).toEqual(before);
    expect(before).toMatchObject({ pending: 0, inFlight: 0, connections: 0, subscriptions: 0 });
  }, 30_000);

  describe('whose policy asks', () => {
    const seen: ToolAuthorization[] = [];
    const authorizer: Authorizer = {
      authorize: (call) => {
        seen.push(call);
        return call.name === 'echo' ? ask('May it speak?') : allow();
      },
      authorizeRead: () => allow(),
    };

    it('refuses the call with the question, shows no such tool, and names no connection', async () => {
      const { booted, wire } = await boot({ authorizer });
      const headers = version('2025-11-25');
      await wire.post(initialize('2025-11-25'));

      const call = outcome(await wire.post(legacyCall('echo', { text: 'hi' }), headers));
      const list = outcome(await wire.post(legacyRequest('tools/list'), headers));
      await booted.close();

      expect(call.body.result.isError).toBe(true);
      expect(JSON.parse(String(gist(call.body)))).toEqual({
        error: 'authorization_required',
        tool: 'echo',
        decision: 'ask',
        detail: 'May it speak?',
      });
      const names = list.body.result.tools.map(({ name }: { name: string }) => name);
      expect(names).toContain('count');
      expect(names).not.toContain('echo');
      expect(seen.map(({ connectionId }) => connectionId)).toEqual(seen.map(() => undefined));
    });
  });

  describe('that serves some revisions only', () => {
    it('takes a request without a version for one of the newest revision without the header', async () => {
      const { booted, wire } = await boot({ protocolVersions: ['2024-11-05', '2025-11-25'] });

      const { protocolVersion } = await callerOf(wire);
      await booted.close();

      expect(protocolVersion).toBe('2024-11-05');
    });

    it('refuses it where every revision has the header', async () => {
      const { booted, wire } = await boot({ protocolVersions: ['2025-06-18', '2025-11-25'] });

      const refused = outcome(await wire.post(legacyCall('caller')));
      const batch = outcome(await wire.post([legacyCall('caller')]));
      const shaken = outcome(await wire.post(initialize('2025-06-18')));
      const served = await callerOf(wire, version('2025-06-18'));
      await booted.close();

      const error = {
        code: -32022,
        message: expect.stringContaining('MCP-Protocol-Version is missing'),
        data: { supported: ['2025-11-25', '2025-06-18'], requested: '2025-03-26' },
      };
      expect(refused).toMatchObject({ status: 400, body: { id: 1, error } });
      expect(batch).toMatchObject({ status: 400, body: { error } });
      expect(shaken.body.result.protocolVersion).toBe('2025-06-18');
      expect(served.protocolVersion).toBe('2025-06-18');
    });

    it('tells a client of an older era which ones', async () => {
      const { booted, wire } = await boot({ protocolVersions: ['2026-07-28'] });

      const { status, body } = outcome(await wire.post(initialize('2025-11-25')));
      await booted.close();

      expect({ status, supported: body.error.data.supported }).toEqual({
        status: 400,
        supported: ['2026-07-28'],
      });
    });
  });
});
