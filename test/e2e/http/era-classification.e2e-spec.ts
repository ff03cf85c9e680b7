import type { INestApplication } from '@nestjs/common';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import {
  MODERN_VERSION,
  envelope,
  initialize,
  legacyRequest,
  modernRequest,
} from '../../support/wire-messages.js';

const list = (params: Record<string, unknown> = {}) => legacyRequest('tools/list', params, 'a');
const enveloped = (changes = {}) => list({ _meta: envelope(changes) });
const modernHeaders = { 'mcp-protocol-version': MODERN_VERSION, 'mcp-method': 'tools/list' };

interface Refusal {
  readonly request: string;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;
  readonly status: number;
  readonly code: number;
}

const REFUSALS: readonly Refusal[] = [
  {
    request: 'the modern headers and no envelope',
    body: list(),
    headers: modernHeaders,
    status: 400,
    code: -32602,
  },
  {
    request: 'Mcp-Method alone',
    body: list(),
    headers: { 'mcp-method': 'tools/list' },
    status: 400,
    code: -32602,
  },
  {
    request: 'Mcp-Method beside a legacy version, and no session',
    body: list(),
    headers: { 'mcp-method': 'tools/list', 'mcp-protocol-version': '2025-11-25' },
    status: 400,
    code: -32600,
  },
  {
    request: 'neither envelope nor session',
    body: list(),
    headers: {},
    status: 400,
    code: -32600,
  },
  {
    request: 'a legacy version and no session',
    body: list(),
    headers: { 'mcp-protocol-version': '2025-06-18' },
    status: 400,
    code: -32600,
  },
  {
    request: 'an unknown version and neither envelope nor session',
    body: list(),
    headers: { 'mcp-protocol-version': '1999-01-01' },
    status: 400,
    code: -32022,
  },
  {
    request: 'a session nobody opened',
    body: list(),
    headers: { 'mcp-session-id': 'nobody' },
    status: 404,
    code: -32600,
  },
  {
    request: 'an envelope and no headers',
    body: enveloped(),
    headers: {},
    status: 400,
    code: -32020,
  },
  {
    request: 'an envelope beside the id of a session',
    body: enveloped(),
    headers: { 'mcp-session-id': 'nobody' },
    status: 400,
    code: -32020,
  },
  {
    request: 'an envelope that names a legacy version',
    body: enveloped({ protocolVersion: '2025-11-25' }),
    headers: { ...modernHeaders, 'mcp-protocol-version': '2025-11-25' },
    status: 400,
    code: -32022,
  },
  {
    request: 'an envelope without a version',
    body: enveloped({ protocolVersion: undefined }),
    headers: modernHeaders,
    status: 400,
    code: -32602,
  },
  {
    request: 'an envelope whose version is null',
    body: enveloped({ protocolVersion: null, clientCapabilities: undefined }),
    headers: {},
    status: 400,
    code: -32602,
  },
  {
    request: 'an envelope without capabilities',
    body: enveloped({ clientCapabilities: undefined }),
    headers: modernHeaders,
    status: 400,
    code: -32602,
  },
  {
    request: 'initialize with an unknown version header',
    body: { ...initialize('a') },
    headers: { 'mcp-protocol-version': 'nonsense' },
    status: 400,
    code: -32022,
  },
];

describe.each(PLATFORMS)('the era of a request on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Workshop] });
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  it.each(REFUSALS)('refuses $request with $status and $code', async (refusal) => {
    const answer = outcome(await client.post(refusal.body, refusal.headers));

    expect(answer).toEqual({
      status: refusal.status,
      body: { jsonrpc: '2.0', id: 'a', error: expect.objectContaining({ code: refusal.code }) },
    });
  });

  it('serves an envelope with its headers without a session', async () => {
    const { body, headers } = modernRequest('tools/list');

    expect(outcome(await client.post(body, headers))).toMatchObject({
      status: 200,
      body: { id: 1, result: { resultType: 'complete' } },
    });
  });

  it('serves a request without client info', async () => {
    const { body, headers } = modernRequest('server/discover');

    expect(outcome(await client.post(body, headers)).status).toBe(200);
  });

  it('neither reads nor gives a session in the modern era', async () => {
    const { body, headers } = modernRequest('tools/list');

    const answer = await client.post(body, { ...headers, 'mcp-session-id': 'nobody' });

    expect(answer.status).toBe(200);
    expect(answer.headers['mcp-session-id']).toBeUndefined();
  });

  it('negotiates a legacy revision when a handshake asks for the modern one', async () => {
    const asking = legacyRequest('initialize', {
      protocolVersion: MODERN_VERSION,
      capabilities: {},
      clientInfo: { name: 'wire', version: '1.0.0' },
    });

    expect(outcome(await client.post(asking))).toMatchObject({
      status: 200,
      body: { result: { protocolVersion: '2025-11-25' } },
    });
  });

  it.each([
    'initialize',
    'ping',
    'logging/setLevel',
    'resources/subscribe',
    'resources/unsubscribe',
    'unknown/method',
    'constructor',
  ])('answers %s with a sound envelope as an unknown method, by 404', async (method) => {
    const { body, headers } = modernRequest(method, {}, 7);

    expect(outcome(await client.post(body, headers))).toEqual({
      status: 404,
      body: { jsonrpc: '2.0', id: 7, error: expect.objectContaining({ code: -32601 }) },
    });
  });

  it('answers an unknown method of a session with 200', async () => {
    const session = await client.openSession();

    expect(outcome(await client.post(legacyRequest('unknown/method'), session))).toMatchObject({
      status: 200,
      body: { id: 1, error: { code: -32601 } },
    });
  });

  it('keeps the version of the session when a request names another legacy one', async () => {
    const session = await client.openSession();

    const answer = await client.post(legacyRequest('ping'), {
      ...session,
      'mcp-protocol-version': '2025-03-26',
    });

    expect(outcome(answer)).toEqual({ status: 200, body: { jsonrpc: '2.0', id: 1, result: {} } });
  });

  it('needs a session for an answer of the client', async () => {
    const answer = { jsonrpc: '2.0', id: 1, result: {} };

    expect((await client.post(answer)).status).toBe(400);
    expect((await client.post(answer, await client.openSession())).status).toBe(202);
  });
});
