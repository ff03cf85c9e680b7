import type { INestApplication } from '@nestjs/common';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RawSocket, postHead } from '../../support/raw-socket.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import {
  ENVELOPE,
  MODERN_VERSION,
  envelope,
  modernCall,
  modernRequest,
} from '../../support/wire-messages.js';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const call = modernCall('echo', { text: 'hi' }, 'a');
const read = modernRequest('resources/read', { uri: 'workshop://tools' }, 'a');

describe.each(PLATFORMS)('headers that mirror the body, on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Workshop] });
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  it.each([
    ['MCP-Protocol-Version is missing', { 'mcp-protocol-version': undefined }],
    ['MCP-Protocol-Version differs', { 'mcp-protocol-version': '2025-11-25' }],
    ['Mcp-Method is missing', { 'mcp-method': undefined }],
    ['Mcp-Method differs', { 'mcp-method': 'tools/list' }],
    ['Mcp-Method differs in case', { 'mcp-method': 'TOOLS/CALL' }],
    ['Mcp-Method is encoded', { 'mcp-method': `=?base64?${base64('tools/call')}?=` }],
    ['Mcp-Name is missing', { 'mcp-name': undefined }],
    ['Mcp-Name is empty', { 'mcp-name': '' }],
    ['Mcp-Name differs', { 'mcp-name': 'hold' }],
    ['Mcp-Name differs in case', { 'mcp-name': 'Echo' }],
    ['Mcp-Name has wrong padding', { 'mcp-name': '=?base64?ZWNobw?=' }],
    ['Mcp-Name has foreign characters', { 'mcp-name': '=?base64?ZWN!!!obw==?=' }],
    ['Mcp-Name uses the URL-safe alphabet', { 'mcp-name': '=?base64?_-__?=' }],
    ['Mcp-Name encodes invalid UTF-8', { 'mcp-name': '=?base64?/w==?=' }],
    ['the marker of Mcp-Name is in upper case', { 'mcp-name': '=?BASE64?ZWNobw==?=' }],
    ['the marker of Mcp-Name has no end', { 'mcp-name': '=?base64?ZWNobw==' }],
    ['the marker of Mcp-Name has no start', { 'mcp-name': 'ZWNobw==?=' }],
  ])('refuses a call when %s', async (_, changes) => {
    expect(outcome(await client.post(call.body, { ...call.headers, ...changes }))).toEqual({
      status: 400,
      body: { jsonrpc: '2.0', id: 'a', error: expect.objectContaining({ code: -32020 }) },
    });
  });

  it.each([
    ['as it stands', {}],
    ['in Base64', { 'mcp-name': `=?base64?${base64('echo')}?=` }],
    ['padded with spaces', { 'mcp-name': '  echo  ', 'mcp-method': ' tools/call ' }],
  ])('accepts Mcp-Name %s', async (_, changes) => {
    expect(outcome(await client.post(call.body, { ...call.headers, ...changes }))).toMatchObject({
      status: 200,
      body: { result: { content: [{ text: 'hi' }] } },
    });
  });

  it.each(['mcp-method', 'MCP-METHOD', 'Mcp-Method'])('knows a header as %s', async (name) => {
    const { 'mcp-method': method, ...rest } = call.headers;

    expect((await client.post(call.body, { ...rest, [name]: method })).status).toBe(200);
  });

  it('compares Mcp-Name of resources/read with the URI', async () => {
    const wrong = { ...read.headers, 'mcp-name': 'workshop://other' };

    expect((await client.post(read.body, read.headers)).status).toBe(200);
    expect(outcome(await client.post(read.body, wrong)).body.error.code).toBe(-32020);
  });

  it('does not ask for Mcp-Name where the method has no name', async () => {
    const { body, headers } = modernRequest('tools/list');

    expect((await client.post(body, { ...headers, 'mcp-name': 'ignored' })).status).toBe(200);
  });

  it.each(['Mcp-Method', 'Mcp-Name', 'MCP-Protocol-Version'])(
    'refuses %s when it is sent twice',
    async (name) => {
      const json = JSON.stringify(call.body);
      const head = postHead({ ...call.headers, 'content-length': Buffer.byteLength(json) });
      const again = `${name}: ${call.headers[name.toLowerCase()]}\r\n\r\n`;
      const socket = await RawSocket.connect(client.port);
      await socket.write(head.replace(/\r\n\r\n$/, `\r\n${again}`) + json);

      expect(await socket.until(/"code":-?\d+/)).toMatch(/^HTTP\/1.1 400 [^]*"code":-32020/);
      socket.leave();
    },
  );

  it('refuses bytes outside ASCII, even where they happen to equal the body', async () => {
    // The header carries the UTF-8 bytes of "é", which Node shows as the two characters "Ã©".
    const { body } = modernCall('Ã©', {}, 'a');
    const json = JSON.stringify(body);
    const { 'mcp-name': _, ...headers } = call.headers;
    const socket = await RawSocket.connect(client.port);
    const length = Buffer.byteLength(json);
    await socket.write(postHead({ ...headers, 'mcp-name': 'é', 'content-length': length }) + json);

    expect(await socket.until(/"code":-?\d+/)).toMatch(/^HTTP\/1.1 400 [^]*"code":-32020/);
    socket.leave();
  });

  it('takes a name with characters outside ASCII in Base64', async () => {
    const { body } = modernCall('größe', {}, 'a');
    const headers = { ...call.headers, 'mcp-name': `=?base64?${base64('größe')}?=` };

    expect(outcome(await client.post(body, headers)).body.error).toMatchObject({ code: -32602 });
  });
});

describe('the order in which broken rules win', () => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp(PLATFORMS[0]!, { providers: [Workshop] });
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  const request = (method: string, meta: unknown) => ({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { _meta: meta, name: 5 },
  });
  const version = (value: string) => ({ 'mcp-protocol-version': value });

  it.each<[string, Record<string, unknown>, Record<string, string>, number]>([
    [
      'the envelope over the version header',
      request('unknown/method', envelope({ clientCapabilities: 'none', protocolVersion: 'v999' })),
      version('v1'),
      -32602,
    ],
    [
      'the version header over the version',
      request('unknown/method', envelope({ protocolVersion: 'v999' })),
      version(MODERN_VERSION),
      -32020,
    ],
    [
      'the version over the other headers',
      request('unknown/method', envelope({ protocolVersion: 'v999' })),
      version('v999'),
      -32022,
    ],
    [
      'Mcp-Method over the method',
      request('unknown/method', ENVELOPE),
      { ...version(MODERN_VERSION), 'mcp-method': 'tools/list' },
      -32020,
    ],
    [
      'the method over the params',
      request('unknown/method', ENVELOPE),
      { ...version(MODERN_VERSION), 'mcp-method': 'unknown/method' },
      -32601,
    ],
    [
      'and last, the params',
      request('tools/call', ENVELOPE),
      { ...version(MODERN_VERSION), 'mcp-method': 'tools/call' },
      -32602,
    ],
  ])('is %s', async (_, body, headers, code) => {
    expect(outcome(await client.post(body, headers)).body).toMatchObject({
      id: 1,
      error: { code },
    });
  });

  it('names the served versions and the one that was asked for', async () => {
    const body = request('tools/list', envelope({ protocolVersion: 'v999' }));

    expect(outcome(await client.post(body, version('v999')))).toMatchObject({
      status: 400,
      body: { error: { data: { supported: [MODERN_VERSION], requested: 'v999' } } },
    });
  });

  it('answers broken params of a known method in band', async () => {
    const headers = { ...version(MODERN_VERSION), 'mcp-method': 'tools/call' };

    expect((await client.post(request('tools/call', ENVELOPE), headers)).status).toBe(200);
  });
});
