import { jest } from '@jest/globals';
import { ResponseFacade } from './response-facade.js';

type Method = jest.Mock<(...args: unknown[]) => unknown>;
type FakeResponse = Record<string, Method> & { headersSent: boolean; statusCode: number };

const METHODS = [
  ...['json', 'jsonp', 'send', 'end', 'write', 'sendStatus', 'sendFile', 'download', 'render'],
  ...['redirect', 'writeHead', 'flushHeaders', 'hijack', 'callNotFound'],
  ...['status', 'code', 'type', 'contentType', 'format', 'serializer', 'attachment'],
  ...['setHeader', 'setHeaders', 'appendHeader', 'removeHeader', 'header', 'headers', 'set'],
  ...['append', 'cookie', 'setCookie', 'clearCookie', 'vary', 'links', 'location', 'getHeader'],
];

/** A response that records what reaches it, and returns itself as frameworks do. */
function fakeResponse(headersSent = false): FakeResponse {
  const response = { headersSent, statusCode: 200, locals: { user: 'ada' } };
  const methods = METHODS.map((name) => [name, jest.fn(() => response)]);
  return Object.assign(response, Object.fromEntries(methods)) as unknown as FakeResponse;
}

function cover(real = fakeResponse()) {
  const facade = new ResponseFacade(real);
  return { real, facade, response: facade.response as unknown as FakeResponse };
}

describe('ResponseFacade', () => {
  describe('catches', () => {
    it.each([
      ['json', [{ a: 1 }], { a: 1 }],
      ['send', ['no'], 'no'],
      ['end', ['no', 'utf8'], 'no'],
      ['end', ['no', () => undefined], 'no'],
      ['end', [], undefined],
      ['write', ['no'], 'no'],
      ['sendStatus', [403], 403],
      ['redirect', [302, '/login'], '/login'],
      ['render', ['view'], 'view'],
      ['writeHead', [403, {}], undefined],
      ['flushHeaders', [], undefined],
      ['hijack', [], undefined],
      ['callNotFound', [], undefined],
    ])('%s(%j)', (method, args, body) => {
      const { real, facade, response } = cover();

      expect(response[method]?.(...args)).toBe(response);

      expect(real[method]).not.toHaveBeenCalled();
      expect(facade.reply).toEqual({ body });
    });

    it('the first body of several', () => {
      const { facade, response } = cover();

      response.json?.({ first: true });
      response.send?.('second');

      expect(facade.reply).toEqual({ body: { first: true } });
    });

    it('a body that comes in pieces whole', () => {
      const { facade, response } = cover();

      response.writeHead?.(403);
      response.write?.('not ');
      response.write?.(Buffer.from('your'));
      response.end?.('s');

      expect(facade.reply).toEqual({ body: 'not yours' });
    });

    it('nothing while nothing is sent', () => {
      const { facade, response } = cover();

      response.status?.(403);
      response.setHeader?.('x-a', '1');

      expect(facade.reply).toBeUndefined();
    });
  });

  it.each(['status', 'code', 'type', 'contentType', 'format', 'serializer', 'attachment'])(
    'swallows %s and can be chained',
    (method) => {
      const { real, response } = cover();

      expect(response[method]?.('x')).toBe(response);
      expect(real[method]).not.toHaveBeenCalled();
    },
  );

  it('keeps a status to itself', () => {
    const { real, response } = cover();

    response.statusCode = 403;

    expect(response.statusCode).toBe(403);
    expect(real.statusCode).toBe(200);
  });

  describe('headers', () => {
    it.each(['setHeader', 'header', 'set', 'append', 'appendHeader'])(
      'pass through %s, which can be chained',
      (method) => {
        const { real, response } = cover();

        expect(response[method]?.('X-RateLimit-Limit', '10')).toBe(response);
        expect(real[method]).toHaveBeenCalledWith('X-RateLimit-Limit', '10');
      },
    );

    it.each(['Content-Type', 'content-length', 'CONTENT-ENCODING', 'transfer-encoding'])(
      'that describe the body do not pass: %s',
      (header) => {
        const { real, response } = cover();

        response.setHeader?.(header, 'x');
        response.removeHeader?.(header);

        expect(real.setHeader).not.toHaveBeenCalled();
        expect(real.removeHeader).not.toHaveBeenCalled();
      },
    );

    it.each(['set', 'header', 'headers'])(
      'that describe the body do not pass in an object given to %s',
      (method) => {
        const { real, response } = cover();

        response[method]?.({ 'Content-Type': 'text/html', 'X-A': '1', 'content-length': 3 });

        expect(real[method]).toHaveBeenCalledTimes(1);
        expect(real[method]).toHaveBeenCalledWith({ 'X-A': '1' });
      },
    );

    it.each([
      [
        'a Map',
        new Map([
          ['Content-Type', 'text/html'],
          ['X-A', '1'],
        ]),
      ],
      ['Headers', new Headers({ 'Content-Type': 'text/html', 'X-A': '1' })],
    ])('that describe the body do not pass in %s', (_what, given) => {
      const { real, response } = cover();

      response.setHeaders?.(given);

      const [passed] = real.setHeaders!.mock.calls[0] as [Map<string, string>];
      expect([...passed].map(([name, value]) => [name.toLowerCase(), value])).toEqual([
        ['x-a', '1'],
      ]);
    });

    it('cannot be set once the real response is under way, and nothing throws', () => {
      const { real, response } = cover(fakeResponse(true));

      response.setHeader?.('x-a', '1');

      expect(real.setHeader).not.toHaveBeenCalled();
    });

    it('cannot be set once the response under that of Fastify is under way', () => {
      const reply = Object.assign(fakeResponse(), { raw: fakeResponse(true) });
      const response = new ResponseFacade(reply).response as FakeResponse;

      response.header?.('x-a', '1');

      expect(reply.header).not.toHaveBeenCalled();
    });

    it('are nothing where the response knows none', () => {
      const response = new ResponseFacade({}).response as FakeResponse;

      expect(response.setHeader?.('x-a', '1')).toBe(response);
    });
  });

  it('says that it was sent after a reply, and only then', () => {
    const { response } = cover(fakeResponse(true));
    expect([response.headersSent, response.sent]).toEqual([false, false]);

    response.send?.('no');

    expect([response.headersSent, response.sent]).toEqual([true, true]);
  });

  it('reads and writes other members of the real response', () => {
    const { real, response } = cover();

    Object.assign(response, { locale: 'de' });

    expect(response.locals).toEqual({ user: 'ada' });
    expect((real as unknown as { locale: string }).locale).toBe('de');
  });

  it('calls other methods on the real response, and hides it in what they return', () => {
    const { real, response } = cover();

    expect(response.getHeader?.('x-a')).toBe(response);
    expect(real.getHeader?.mock.contexts[0]).toBe(real);
  });

  it('covers the bare response of Fastify too, as one with the reply', () => {
    const raw = fakeResponse();
    const facade = new ResponseFacade(Object.assign(fakeResponse(), { raw }));
    const response = facade.response as unknown as { raw: FakeResponse; sent: boolean };

    response.raw.end?.('no');

    expect(raw.end).not.toHaveBeenCalled();
    expect(facade.reply).toEqual({ body: 'no' });
    expect(response.sent).toBe(true);
  });
});
