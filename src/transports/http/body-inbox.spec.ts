import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { BodyInbox } from './body-inbox.js';
import type { BodyOutcome } from './read-body.js';

const LIMIT = 10;

/** A request whose body a test writes piece by piece. */
function incoming(headers: Record<string, string> = {}) {
  const stream = Object.assign(new PassThrough(), { headers });
  return { stream, request: stream as unknown as IncomingMessage };
}

const read = (request: IncomingMessage, maxJsonDepth = 64): Promise<BodyOutcome> =>
  new BodyInbox({ bodyLimit: LIMIT, maxJsonDepth }).read(request);

describe('a body', () => {
  it('is joined before it is decoded, wherever it was cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 6 }), async (cut) => {
        const bytes = Buffer.from('"🐘"');
        const { stream, request } = incoming();
        stream.write(bytes.subarray(0, cut));
        stream.end(bytes.subarray(cut));

        expect(await read(request)).toEqual({ kind: 'json', value: '🐘', bytes });
      }),
    );
  });

  it.each([
    [LIMIT, 'json'],
    [LIMIT + 1, 'too-large'],
  ])('of %i bytes is %s, declared or not', async (size, kind) => {
    const text = `"${'x'.repeat(size - 2)}"`;
    const plain = incoming();
    const declared = incoming({ 'content-length': String(size) });
    plain.stream.end(text);
    declared.stream.end(text);

    const kinds = [(await read(plain.request)).kind, (await read(declared.request)).kind];

    expect(kinds).toEqual([kind, kind]);
  });

  it('past the limit is not read further', async () => {
    const { stream, request } = incoming();
    stream.write('x'.repeat(LIMIT + 1));

    await read(request);

    expect({ paused: stream.isPaused(), listeners: stream.listenerCount('data') }).toEqual({
      paused: true,
      listeners: 0,
    });
  });

  it('of a client that leaves is aborted', async () => {
    const { stream, request } = incoming();
    stream.write('{');
    const body = read(request);
    stream.destroy();

    expect(await body).toEqual({ kind: 'aborted' });
  });

  it('of a connection that breaks is aborted', async () => {
    const { stream, request } = incoming();
    const body = read(request);
    stream.destroy(new Error('reset'));
    stream.on('error', () => undefined);

    expect(await body).toEqual({ kind: 'aborted' });
  });

  it('is read once, however often it is asked for', async () => {
    const inbox = new BodyInbox({ bodyLimit: LIMIT, maxJsonDepth: 64 });
    const { stream, request } = incoming();
    stream.end('5');

    const first = inbox.read(request);

    expect(inbox.take(request, 'other')).toBe(first);
    expect(await first).toMatchObject({ value: 5 });
  });

  it.each([
    ['a value', { a: 1 }, { kind: 'json', value: { a: 1 } }],
    ['bytes', Buffer.from('{"a":1}'), { kind: 'json', value: { a: 1 } }],
    ['text', '{"a":1}', { kind: 'json', value: { a: 1 } }],
    ['broken text', '{"a"', { kind: 'malformed' }],
    ['nothing', undefined, { kind: 'json', value: undefined }],
    ['a value that nests too deep', [[[[]]]], { kind: 'malformed' }],
    ['a value that nests as deep as allowed', [[[]]], { kind: 'json' }],
  ])('that a parser has read already is %s it left', async (_, left, expected) => {
    const inbox = new BodyInbox({ bodyLimit: LIMIT, maxJsonDepth: 3 });
    const { stream, request } = incoming();
    stream.end('"taken"');
    for await (const _chunk of stream);

    expect(await inbox.take(request, left)).toMatchObject(expected);
  });

  it('may be any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: LIMIT }), async (bytes) => {
        const { stream, request } = incoming();
        stream.end(bytes);

        expect(['json', 'malformed']).toContain((await read(request)).kind);
      }),
    );
  });
});
