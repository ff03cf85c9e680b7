import type { INestApplication } from '@nestjs/common';
import type { Authorizer, McpModuleOptions } from 'nest-mcp';
import { allow, allowAll, ask, deny, McpRegistry } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { MisroutedQueries } from '../../apps/misrouted-queries.js';
import { passed, RoutedQueries } from '../../apps/routed-queries.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RawSocket, postHead } from '../../support/raw-socket.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import {
  ENVELOPE,
  envelope,
  legacyCall,
  legacyRequest,
  modernCall,
  modernRequest,
} from '../../support/wire-messages.js';

type Headers = Record<string, string | undefined>;

const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

/** Hides one tool, asks about none. */
const authorizer: Authorizer = {
  authorize: ({ name }) => (name === 'run_secret_query' ? deny('no') : allow()),
};

const start = (platform: (typeof PLATFORMS)[number], mcp: Partial<McpModuleOptions>) =>
  bootApp(platform, { providers: [RoutedQueries] }, { mcp });

describe.each(PLATFORMS)('headers that mirror arguments, on $platform', (platform) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await start(platform, { authorizer });
    client = new WireClient(app);
  });

  beforeEach(() => {
    passed.length = 0;
  });

  afterAll(() => app.close());

  const call = async (args: object, headers: Headers = {}, tool = 'run_query') => {
    const { body, headers: usual } = modernCall(tool, args as Record<string, unknown>, 'a');
    return outcome(await client.post(body, { ...usual, ...headers }));
  };
  const refusal = (message: unknown = expect.any(String)) => ({
    status: 400,
    body: { jsonrpc: '2.0', id: 'a', error: { code: -32020, message } },
  });
  const text = async (args: object, headers: Headers = {}, tool = 'run_query') => {
    const { status, body } = await call(args, headers, tool);
    expect({ status, error: body.error }).toEqual({ status: 200 });
    return body.result.content[0].text as string;
  };

  it.each<[object, Headers]>([
    [{ region: 'eu' }, { 'Mcp-Param-Region': 'eu' }],
    [{ region: 'eu' }, { 'mcp-param-region': 'eu' }],
    [{ region: 'eu' }, { 'MCP-PARAM-REGION': ' eu ' }],
    [{ region: 'eu' }, { 'mcp-param-region': base64('eu') }],
    [{ region: 'us west 1' }, { 'mcp-param-region': 'us west 1' }],
    [{ region: 'größe' }, { 'mcp-param-region': base64('größe') }],
    [{ region: ' padded ' }, { 'mcp-param-region': base64(' padded ') }],
    [{ region: '' }, { 'mcp-param-region': '' }],
    [{ region: '=?BASE64?ZXU=?=' }, { 'mcp-param-region': '=?BASE64?ZXU=?=' }],
    [{ shards: 42 }, { 'mcp-param-shards': '42' }],
    [{ shards: 42 }, { 'mcp-param-shards': '42.0' }],
    [{ dryRun: true }, { 'mcp-param-dry-run': 'true' }],
    [{ dryRun: false }, { 'mcp-param-dry-run': 'false' }],
    [{ target: { rack: 'r1' } }, { 'mcp-param-rack': 'r1' }],
    [{ region: 'eu' }, { 'mcp-param-region': 'eu', 'mcp-param-unknown': '\u00e9' }],
  ])('let %j with %j pass', async (args, headers) => {
    expect(JSON.parse(await text(args, headers))).toMatchObject(args);
    expect(passed).toEqual(['guard', 'tool']);
  });

  it.each<[object, Headers]>([
    [{ region: 'eu' }, {}],
    [{ region: 'eu' }, { 'mcp-param-region': 'us' }],
    [{ region: 'eu' }, { 'mcp-param-region': 'EU' }],
    [{ region: 'eu' }, { 'mcp-param-region': '' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8?=' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVs!!!bG8=?=' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?BASE64?SGVsbG8=?=' }],
    [{ region: 'Hello' }, { 'mcp-param-region': 'SGVsbG8=' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8=' }],
    [{ region: 'é' }, { 'mcp-param-region': 'é' }],
    [{ shards: 42 }, {}],
    [{ shards: 0 }, {}],
    [{ shards: 42 }, { 'mcp-param-shards': '42.5' }],
    [{ dryRun: false }, {}],
    [{ dryRun: true }, { 'mcp-param-dry-run': 'TRUE' }],
    [{ target: { rack: 'r1' } }, {}],
    [{ target: { rack: 'r1' } }, { 'mcp-param-rack': 'r2' }],
    // A header without a value.
    [{}, { 'mcp-param-region': 'eu' }],
    [{ region: null }, { 'mcp-param-region': 'null' }],
    [{ target: null }, { 'mcp-param-rack': 'r1' }],
    [{}, { 'mcp-param-shards': '3' }],
    // Values no header can carry.
    [{ region: ['eu'] }, { 'mcp-param-region': 'eu' }],
    [{ shards: 2 ** 53 }, { 'mcp-param-shards': '9007199254740992' }],
  ])('refuse %j with %j, and nothing runs', async (args, headers) => {
    expect(await call(args, headers)).toEqual(refusal());
    expect(passed).toEqual([]);
  });

  it('refuse with status 400 also where the client accepts only streams', async () => {
    expect(await call({ region: 'eu' }, { accept: 'text/event-stream' })).toEqual(refusal());
  });

  it('name the header and the argument', async () => {
    expect(await call({ target: { rack: 'r1' } })).toEqual(
      refusal('Mcp-Param-Rack header is missing, but arguments.target.rack has a value'),
    );
  });

  it.each([[{}], [{ region: null, dryRun: null, target: null }], [{ target: {} }]])(
    'are not expected for %j, though defaults come later',
    async (args) => {
      expect(JSON.parse(await text(args))).toMatchObject({ shards: 3 });
    },
  );

  it('are not expected for a default of zod', async () => {
    expect(await text({}, {}, 'run_zod_query')).toBe('{"region":"anywhere"}');
  });

  it.each([undefined, null])('are not expected where arguments are %j', async (args) => {
    const params = { name: 'run_query', arguments: args };
    const { body, headers } = modernRequest('tools/call', params);

    expect((await client.post(body, headers)).status).toBe(200);
  });

  it('are compared for every kind of schema', async () => {
    expect(await text({ region: 'eu' }, { 'mcp-param-region': 'eu' }, 'run_zod_query')).toContain(
      'eu',
    );
    expect(await text({ id: '7' }, { 'mcp-param-id': '7' }, 'run_json_query')).toContain('7');
    expect(await call({ region: 'eu' }, {}, 'run_zod_query')).toEqual(refusal());
    expect(await call({ id: '7' }, {}, 'run_json_query')).toEqual(refusal());
  });

  it('are compared before conversions, which would hide a list', async () => {
    expect(await call({ region: ['eu'] }, {}, 'run_zod_query')).toEqual(refusal());
    expect(await text({ region: 5 }, { 'mcp-param-region': '5' }, 'run_zod_query')).toBe(
      '{"region":"5"}',
    );
  });

  it('are compared for tools that are added at run time, until those are gone', async () => {
    const registry = app.get(McpRegistry);
    const name = 'run_late_query';
    const handler = () => 'ran';
    const input = { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'A' } } };
    await registry.registerTools([{ name, input, handler }]);
    expect(await call({ a: 'x' }, {}, name)).toEqual(refusal());
    expect(await text({ a: 'x' }, { 'mcp-param-a': 'x' }, name)).toBe('ran');

    await registry.registerTools([{ name, input: { type: 'object' }, handler }]);
    expect(await text({ a: 'x' }, {}, name)).toBe('ran');
    registry.unregisterTools([name]);
  });

  it('leave a wrong type to validation, which says what to repair', async () => {
    const { status, body } = await call({ shards: 'many' }, { 'mcp-param-shards': 'many' });

    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('shards: must be an integer') }],
    });
  });

  it('are refused when sent twice, even if the two together equal the argument', async () => {
    const { body, headers } = modernCall('run_query', { region: 'a, b' }, 'a');
    const json = JSON.stringify(body);
    const head = postHead({ ...headers, 'content-length': Buffer.byteLength(json) });
    const twice = 'Mcp-Param-Region: a\r\nMcp-Param-Region: b\r\n\r\n';
    const socket = await RawSocket.connect(client.port);
    await socket.write(head.replace(/\r\n\r\n$/, `\r\n${twice}`) + json);

    expect(await socket.until(/"code":-?\d+/)).toMatch(/^HTTP\/1.1 400 [^]*sent more than once/);
    socket.leave();
  });

  it('do not tell whether a hidden tool exists', async () => {
    const answers = await Promise.all([
      call({ region: 'eu' }, {}, 'run_secret_query'),
      call({ region: 'eu' }, { 'mcp-param-region': 'us' }, 'run_secret_query'),
      call({ region: 'eu' }, { 'mcp-param-region': 'eu' }, 'run_secret_query'),
    ]);

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { result: { isError: true } } });
  });

  it('mean nothing where the tool does not exist', async () => {
    const { status, body } = await call({}, { 'mcp-param-region': 'eu' }, 'run_no_query');

    expect({ status, code: body.error.code }).toEqual({ status: 200, code: -32602 });
  });

  it('mean nothing in a legacy session, though the schema shows them', async () => {
    const session = await client.openSession();
    const listed = outcome(await client.post(legacyRequest('tools/list'), session)).body;
    const { inputSchema } = listed.result.tools.find(
      ({ name }: { name: string }) => name === 'run_query',
    );
    expect(inputSchema.properties.region).toEqual({ type: 'string', 'x-mcp-header': 'Region' });
    expect(inputSchema.properties.target.properties.rack['x-mcp-header']).toBe('Rack');

    for (const headers of [{}, { 'mcp-param-region': 'us' }, { 'mcp-param-rack': 'r1' }]) {
      const body = legacyCall('run_query', { region: 'eu' });
      const answer = outcome(await client.post(body, { ...session, ...headers }));
      expect(answer.body.result.content[0].text).toContain('"region":"eu"');
    }
  });

  it.each([
    [{ region: 'größe', target: { rack: '' }, shards: 7, dryRun: true }],
    [{}],
    [{ region: null }],
  ])('are written by the test client for %j', async (args) => {
    const test = await McpTestClient.overHttp(app);
    const { content } = await test.callTool('run_query', args);

    expect(content).toEqual([{ type: 'text', text: expect.stringMatching(/^\{.*"shards":[37]/) }]);
    await test.close();
  });

  it('mean nothing in memory', async () => {
    const test = await McpTestClient.inMemory(app);

    await expect(test.callTool('run_query', { region: 'eu' })).resolves.toMatchObject({
      content: [{ text: expect.stringContaining('eu') }],
    });
    await test.close();
  });
});

describe('the order in which a mirrored argument wins over other broken rules', () => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await start(PLATFORMS[0]!, {
      authorizer: { authorize: ({ name }) => (name === 'run_query' ? ask('Run?') : allow()) },
      requireAuthorization: false,
    });
    client = new WireClient(app);
  });

  beforeEach(() => {
    passed.length = 0;
  });

  afterAll(() => app.close());

  const post = async (params: Record<string, unknown>, headers: Headers = {}) => {
    const { body, headers: usual } = modernRequest('tools/call', params);
    const { status, body: answer } = outcome(await client.post(body, { ...usual, ...headers }));
    return { status, code: answer.error?.code ?? answer.result.resultType };
  };
  const name = 'run_query';
  const mismatch = { region: 'eu' };

  it('is: the envelope first', async () => {
    const _meta = envelope({ clientCapabilities: 'none' });

    expect(await post({ name, arguments: mismatch, _meta })).toEqual({ status: 400, code: -32602 });
  });

  it('is: params that fit no call first', async () => {
    const broken = await post({ name, arguments: ['eu'] }, { 'mcp-param-region': 'us' });

    expect(broken).toEqual({ status: 200, code: -32602 });
  });

  it('is: the mirrored argument before the validation of arguments', async () => {
    const args = { region: 'eu', shards: 'many' };

    expect(await post({ name, arguments: args }, { 'mcp-param-shards': 'many' })).toEqual({
      status: 400,
      code: -32020,
    });
    expect(passed).toEqual([]);
  });

  it('is: the mirrored argument before a person is asked', async () => {
    const _meta = envelope({ clientCapabilities: { elicitation: {} } });
    const asked = await post(
      { name, arguments: mismatch, _meta },
      { 'mcp-param-region': mismatch.region },
    );

    expect(asked).toEqual({ status: 200, code: 'input_required' });
    expect(await post({ name, arguments: mismatch, _meta })).toEqual({ status: 400, code: -32020 });
  });

  it('is: the mirrored argument before capabilities', async () => {
    const sampled = { name: 'run_sampled_query', _meta: ENVELOPE };

    expect(await post({ ...sampled, arguments: mismatch })).toEqual({ status: 400, code: -32020 });
    expect(await post(sampled)).toEqual({ status: 400, code: -32021 });
  });

  it('is: Mcp-Name before the mirrored argument', async () => {
    const { body, headers } = modernRequest('tools/call', { name, arguments: mismatch });
    const answer = outcome(await client.post(body, { ...headers, 'mcp-name': 'other' }));

    expect(answer.body.error.message).toContain('Mcp-Name');
  });
});

describe('a tool that marks an argument wrongly', () => {
  it('ends the boot with an error that names method, tool, property and remedy', async () => {
    const booted = bootApp(
      PLATFORMS[0]!,
      { providers: [MisroutedQueries] },
      { mcp: { authorizer: allowAll() } },
    );

    await expect(booted).rejects.toThrow(
      '@McpTool() on MisroutedQueries.run (tool "misrouted"): "x-mcp-header" of the property ' +
        '"share" is "Share", but the type of the property is "number"; exactly one of string, ' +
        'integer and boolean can be mirrored. Make it an integer (@IsInt()), or drop the header.',
    );
  });
});
