import type { INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { HeaderUserGuard, asUser } from '../../apps/header-user.guard.js';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RawSocket, postHead } from '../../support/raw-socket.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import { legacyRequest, modernCall } from '../../support/wire-messages.js';

const LIMIT = 2_000;
const DEPTH = 8;

/** A body of exactly this many bytes, refused only for want of a session. */
function bodyOf(bytes: number): string {
  const empty = JSON.stringify(legacyRequest('tools/list', { pad: '' }));
  return JSON.stringify(legacyRequest('tools/list', { pad: 'x'.repeat(bytes - empty.length) }));
}

/** A body whose JSON nests exactly this deep. */
const nestedBody = (depth: number): string =>
  `{"jsonrpc":"2.0","id":1,"method":"ping","x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

const chunked = (body: string): string =>
  `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;

describe.each(PLATFORMS)('bodies on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [Workshop] },
      {
        mcp: { limits: { bodyLimit: LIMIT, maxJsonDepth: DEPTH } },
        configure: (application) => application.useGlobalGuards(new HeaderUserGuard()),
      },
    );
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  it('may be cut in the middle of a character', async () => {
    const { body, headers } = modernCall('echo', { text: 'größer als 🐘' });
    const bytes = Buffer.from(JSON.stringify(body));
    const cut = bytes.indexOf(Buffer.from('ö')) + 1;
    const socket = await RawSocket.connect(client.port);
    const arrived = once(app.getHttpServer(), 'request');
    await socket.write(postHead({ ...headers, 'content-length': bytes.length }));
    const [request] = (await arrived) as [IncomingMessage];
    const first = once(request, 'data');

    await socket.write(bytes.subarray(0, cut));
    await first;
    await socket.write(bytes.subarray(cut));

    expect(await socket.until(/"text":"[^"]*"/)).toContain('"text":"größer als 🐘"');
    socket.leave();
  });

  it.each(['\n', '\r\n', ' \t'])('may be written over several lines, ended by %j', async (end) => {
    const { body, headers } = modernCall('echo', { text: 'a\nb' });
    const text = `${end}${JSON.stringify(body, undefined, 2).replaceAll('\n', end)}${end}`;

    expect(outcome(await client.post(text, headers))).toMatchObject({
      status: 200,
      body: { result: { content: [{ text: 'a\nb' }] } },
    });
  });

  it.each(['{} {}', '{}\n{}'])('hold one value, not two: %j', async (text) => {
    expect(outcome(await client.post(text))).toMatchObject({
      status: 400,
      body: { error: { code: -32700 } },
    });
  });

  it('may be as long as the limit', async () => {
    expect(outcome(await client.post(bodyOf(LIMIT)))).toMatchObject({
      status: 400,
      body: { id: 1 },
    });
  });

  it.each(['with a length', 'in chunks'])('are refused one byte past it, sent %s', async (how) => {
    const body = bodyOf(LIMIT + 1);
    const socket = await RawSocket.connect(client.port);
    await (how === 'in chunks'
      ? socket.write(postHead({ 'transfer-encoding': 'chunked' }) + chunked(body))
      : socket.write(postHead({ 'content-length': LIMIT + 1 })));

    await socket.closed;

    expect(socket.received).toMatch(/^HTTP\/1.1 413 /);
    expect(socket.received).toMatch(/\r\nconnection: close\r\n/i);
    expect(socket.received).toMatch(/\r\ncontent-type: application\/json\r\n/i);
    expect(JSON.parse(socket.received.split('\r\n\r\n')[1]!)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32600, message: expect.stringContaining('limits.bodyLimit') },
    });
  });

  it.each<[string, Record<string, string>, number]>([
    ['a guard refuses', asUser('banned'), 403],
    ['the origin is foreign', { origin: 'https://evil.example' }, 403],
    ['the type is wrong', { 'content-type': 'text/plain' }, 415],
  ])('close the connection past the limit even where %s', async (_, headers, status) => {
    const socket = await RawSocket.connect(client.port);
    const head = postHead({ ...headers, 'transfer-encoding': 'chunked' });
    await socket.write(head + chunked(bodyOf(LIMIT + 1)));

    await socket.closed;

    expect(socket.received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('let a guard refuse before their faults are told', async () => {
    const banned = asUser('banned');

    const tooLong = await client.post(bodyOf(LIMIT), banned);
    const malformed = await client.post('{', banned);

    expect([tooLong.status, malformed.status]).toEqual([403, 403]);
  });

  it('may nest as deep as the limit', async () => {
    expect(outcome(await client.post(nestedBody(DEPTH))).body.error.code).toBe(-32600);
  });

  it('are refused one level past it', async () => {
    expect(outcome(await client.post(nestedBody(DEPTH + 1)))).toMatchObject({
      status: 400,
      body: { error: { code: -32700, message: expect.stringContaining(String(DEPTH)) } },
    });
  });

  it.each([
    ['cut off', '{"jsonrpc":"2.0"'],
    ['empty', ''],
    ['white space', '  '],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['two values', '{}{}'],
  ])('are a parse error when %s', async (_, body) => {
    const answer = await client.post(body);

    expect(answer.headers['content-type']).toBe('application/json');
    expect(outcome(answer)).toEqual({
      status: 400,
      body: { jsonrpc: '2.0', error: { code: -32700, message: expect.any(String) } },
    });
  });

  it.each([
    ['text/plain', undefined],
    ['application/x-www-form-urlencoded', undefined],
    ['application/jsonp', undefined],
    [undefined, undefined],
    ['application/json', 'gzip'],
  ])('of type %s and encoding %s are not supported', async (type, encoding) => {
    const headers = { 'content-type': type, 'content-encoding': encoding };

    expect(outcome(await client.post(legacyRequest('ping'), headers))).toMatchObject({
      status: 415,
      body: { error: { code: -32600 } },
    });
  });

  it.each([
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset=UTF-8',
  ])('of type %s are read', async (type) => {
    const { body, headers } = modernCall('echo', { text: 'hi' });

    expect((await client.post(body, { ...headers, 'content-type': type })).status).toBe(200);
  });

  it('that never end do no harm', async () => {
    const arrived = once(app.getHttpServer(), 'request') as Promise<[IncomingMessage]>;
    const socket = await RawSocket.connect(client.port);
    await socket.write(`${postHead({ 'content-length': 500 })}{"jsonrpc"`);
    const [request] = await arrived;
    request.on('error', () => undefined);

    const gone = new Promise((resolve) => request.once('close', resolve));
    socket.leave();
    await gone;

    const { body, headers } = modernCall('echo', { text: 'still here' });
    expect((await client.post(body, headers)).status).toBe(200);
  });

  it('may follow each other on one connection', async () => {
    const socket = await RawSocket.connect(client.port);
    const requests = ['first', 'second'].map((text) => {
      const { body, headers } = modernCall('echo', { text });
      const json = JSON.stringify(body);
      return postHead({ ...headers, 'content-length': json.length }) + json;
    });

    await socket.write(requests.join(''));

    expect(await socket.until(/"second"/)).toMatch(/"first"[^]*"second"/);
    socket.leave();
  });
});
