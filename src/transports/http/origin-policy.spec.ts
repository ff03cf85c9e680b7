import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import type { OriginOptions } from './origin-policy.js';
import { OriginPolicy } from './origin-policy.js';

interface Facts {
  readonly at?: string;
  readonly host?: string;
  readonly origin?: string;
}

const LOOPBACK = '127.0.0.1';
const NETWORK = '10.0.0.7';

/** Which option the refusal names, or that there is none. */
function verdict(options: OriginOptions, { at, host, origin }: Facts): string {
  const request = { socket: { localAddress: at }, headers: { host, origin } };
  const reason = new OriginPolicy(options).refusal(request as unknown as IncomingMessage);
  return reason === undefined ? 'passes' : (/http\.\w+/.exec(reason)?.[0] ?? reason);
}

const cases: readonly [string, OriginOptions, Facts, string][] = [
  // Host, without an origin
  ['any host on a network address', {}, { at: NETWORK, host: 'a.example' }, 'passes'],
  ['no host on a network address', {}, { at: NETWORK }, 'passes'],
  ['localhost on loopback', {}, { at: LOOPBACK, host: 'localhost:3000' }, 'passes'],
  ['LOCALHOST on loopback', {}, { at: LOOPBACK, host: 'LOCALHOST' }, 'passes'],
  ['127.0.0.1 on loopback', {}, { at: LOOPBACK, host: '127.0.0.1:1' }, 'passes'],
  ['[::1] on ::1', {}, { at: '::1', host: '[::1]:3000' }, 'passes'],
  ['localhost on a mapped address', {}, { at: '::ffff:127.0.0.1', host: 'localhost' }, 'passes'],
  ['a foreign host on loopback', {}, { at: LOOPBACK, host: 'a.example' }, 'http.allowedHosts'],
  ['a foreign host on ::1', {}, { at: '::1', host: 'a.example' }, 'http.allowedHosts'],
  [
    'a foreign host on a mapped address',
    {},
    { at: '::ffff:127.0.0.1', host: 'a.example' },
    'http.allowedHosts',
  ],
  ['no host on loopback', {}, { at: LOOPBACK }, 'http.allowedHosts'],
  ['an empty host on loopback', {}, { at: LOOPBACK, host: '' }, 'http.allowedHosts'],
  ['a broken host on loopback', {}, { at: LOOPBACK, host: 'a b' }, 'http.allowedHosts'],
  [
    'a name that only starts with localhost',
    {},
    { at: LOOPBACK, host: 'localhost.evil.example' },
    'http.allowedHosts',
  ],
  [
    'an allowed host on loopback',
    { allowedHosts: ['A.example'] },
    { at: LOOPBACK, host: 'a.EXAMPLE:80' },
    'passes',
  ],
  [
    'an allowed host that was given with a port',
    { allowedHosts: ['a.example:8080'] },
    { at: LOOPBACK, host: 'a.example:8080' },
    'passes',
  ],
  [
    'a foreign host on a network address, once hosts are listed',
    { allowedHosts: ['a.example'] },
    { at: NETWORK, host: 'b.example' },
    'http.allowedHosts',
  ],
  [
    'localhost on a network address, once hosts are listed',
    { allowedHosts: ['a.example'] },
    { at: NETWORK, host: 'localhost' },
    'passes',
  ],
  [
    'the host of publicUrl on loopback',
    { publicUrl: 'https://shop.example/mcp' },
    { at: LOOPBACK, host: 'shop.example' },
    'passes',
  ],
  [
    'any host on a network address beside publicUrl alone',
    { publicUrl: 'https://shop.example/mcp' },
    { at: NETWORK, host: 'internal:3000' },
    'passes',
  ],
  // Origin
  ['the own origin', {}, { at: NETWORK, host: 'a.example', origin: 'https://a.example' }, 'passes'],
  [
    'the own origin with a port',
    {},
    { at: NETWORK, host: 'A.example:3000', origin: 'http://a.example:3000' },
    'passes',
  ],
  [
    'the own origin when a proxy spells the default port out',
    {},
    { at: NETWORK, host: 'a.example:443', origin: 'https://a.example' },
    'passes',
  ],
  [
    'the own host by a scheme whose default port is another',
    {},
    { at: NETWORK, host: 'a.example:443', origin: 'http://a.example' },
    'http.allowedOrigins',
  ],
  [
    'an opaque scheme that names the own host',
    {},
    { at: NETWORK, host: '', origin: 'data:,x' },
    'http.allowedOrigins',
  ],
  [
    'the same host on another port',
    {},
    { at: NETWORK, host: 'a.example:3000', origin: 'http://a.example:4000' },
    'http.allowedOrigins',
  ],
  [
    'a foreign origin',
    {},
    { at: NETWORK, host: 'a.example', origin: 'https://b.example' },
    'http.allowedOrigins',
  ],
  [
    'a loopback origin on loopback',
    {},
    { at: LOOPBACK, host: 'localhost:1', origin: 'http://127.0.0.1:2' },
    'passes',
  ],
  [
    'a loopback origin on a network address',
    {},
    { at: NETWORK, host: 'a.example', origin: 'http://localhost:5173' },
    'http.allowedOrigins',
  ],
  ['null', {}, { at: LOOPBACK, host: 'localhost', origin: 'null' }, 'http.allowedOrigins'],
  ['no URL', {}, { at: LOOPBACK, host: 'localhost', origin: 'localhost' }, 'http.allowedOrigins'],
  [
    'an allowed origin, spelled with a slash',
    { allowedOrigins: ['https://b.example/'] },
    { at: NETWORK, host: 'a.example', origin: 'https://b.example' },
    'passes',
  ],
  [
    'an allowed origin by another scheme',
    { allowedOrigins: ['https://b.example'] },
    { at: NETWORK, host: 'a.example', origin: 'http://b.example' },
    'http.allowedOrigins',
  ],
  [
    'the origin of publicUrl',
    { publicUrl: 'https://shop.example/mcp' },
    { at: NETWORK, host: 'internal:3000', origin: 'https://shop.example' },
    'passes',
  ],
  [
    'a rebound name with its own origin',
    {},
    { at: LOOPBACK, host: 'evil.example', origin: 'http://evil.example' },
    'http.allowedHosts',
  ],
];

describe('the policy about Origin and Host', () => {
  it.each(cases)('decides about %s', (_, options, facts, expected) => {
    expect(verdict(options, facts)).toBe(expected);
  });

  it('never throws, whatever the headers are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (host, origin) => {
        verdict({}, { at: LOOPBACK, host, origin });
      }),
    );
  });
});
