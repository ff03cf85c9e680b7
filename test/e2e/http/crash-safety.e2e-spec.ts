import type { INestApplication } from '@nestjs/common';
import fc from 'fast-check';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RawSocket } from '../../support/raw-socket.js';
import type { WireAnswer } from '../../support/wire-client.js';
import { WireClient, events } from '../../support/wire-client.js';
import { ENVELOPE, modernCall } from '../../support/wire-messages.js';

const METHODS = [
  'tools/call',
  'tools/list',
  'initialize',
  'ping',
  'resources/read',
  'completion/complete',
];
const KEYS = [
  'jsonrpc',
  'id',
  'method',
  'params',
  '_meta',
  'name',
  'arguments',
  'uri',
  '__proto__',
];

/** Values a client should never send, and some it does. */
const { value: anyJson } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>('2.0', 1, ENVELOPE, ...METHODS),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string()), tie('value'), { maxKeys: 5 }),
  ),
}));

/** Near misses of real requests. */
const nearMiss = fc.record(
  {
    jsonrpc: fc.oneof(fc.constant('2.0'), anyJson),
    id: fc.oneof(fc.integer(), fc.string(), anyJson),
    method: fc.oneof(fc.constantFrom(...METHODS), anyJson),
    params: fc.oneof(
      anyJson,
      fc.record(
        {
          _meta: fc.oneof(fc.constant(ENVELOPE), anyJson),
          name: fc.oneof(fc.constantFrom('echo', 'count', 'constructor'), anyJson),
          arguments: anyJson,
          uri: anyJson,
          protocolVersion: anyJson,
          capabilities: anyJson,
          clientInfo: anyJson,
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);

/** What node:http lets a client put into a header. */
const headerValue = fc.oneof(
  fc.constantFrom('2026-07-28', '2025-11-25', 'v999', 'tools/call', 'tools/list', 'echo', '*/*'),
  fc.constantFrom('=?base64?ZWNobw==?=', '=?base64?!?=', 'constructor', 'null', 'application/json'),
  fc.string().map((text) => text.replaceAll(/[^\x20-\x7e]/g, '')),
);

const headers = fc.dictionary(
  fc.constantFrom(
    'accept',
    'content-type',
    'content-encoding',
    'mcp-protocol-version',
    'mcp-method',
    'mcp-name',
    'mcp-session-id',
    'origin',
    'last-event-id',
    'x-forwarded-for',
  ),
  headerValue,
);

/** Empty, JSON-RPC, or a stream of it. */
function isWellFormed({ status, headers: { 'content-type': type }, text }: WireAnswer): boolean {
  if (status === 202 || status === 204) return text === '';
  const messages =
    type === 'text/event-stream' ? events(text) : [JSON.parse(text) as Record<string, unknown>];
  return status < 500 && messages.every(({ jsonrpc }) => jsonrpc === '2.0');
}

describe.each(PLATFORMS)('whatever a client sends on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    const mcp = { limits: { maxSessions: 10_000 } };
    app = await bootApp({ createAdapter }, { providers: [Workshop] }, { mcp });
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  const expectAlive = async () => {
    const { body, headers: mirrored } = modernCall('echo', { text: 'alive' });
    expect((await client.post(body, mirrored)).text).toContain('alive');
  };

  it.each([
    ['JSON', anyJson],
    ['almost a request', nearMiss],
  ])('the answer to %s is well-formed', async (_, message: fc.Arbitrary<unknown>) => {
    await fc.assert(
      fc.asyncProperty(message, headers, async (body, given) => {
        // Stringified here, since `undefined` and bare strings mean something else to the client.
        const answer = await client.post(JSON.stringify(body) ?? 'null', given);
        expect(isWellFormed(answer)).toBe(true);
      }),
      { numRuns: 150 },
    );
    await expectAlive();
  });

  it('the answer to any bytes is well-formed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (bytes) => {
        expect(isWellFormed(await client.post(Buffer.from(bytes)))).toBe(true);
      }),
      { numRuns: 50 },
    );
    await expectAlive();
  });

  it('a connection that is cut anywhere does no harm', async () => {
    const { body, headers: mirrored } = modernCall('count', { steps: 3 });
    const json = JSON.stringify(body);
    const lines = Object.entries({ ...mirrored, 'content-length': json.length, host: 'localhost' });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const type = 'content-type: application/json\r\n';
    const bytes = `POST /mcp HTTP/1.1\r\n${head}${type}\r\n${json}`;

    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), async (length) => {
        const socket = await RawSocket.connect(client.port);
        await socket.write(bytes.slice(0, length));
        socket.leave();
        await socket.closed;
      }),
      { numRuns: 50 },
    );
    await expectAlive();
  });
});
