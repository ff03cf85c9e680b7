import type { INestApplication } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { Workshop } from '../../apps/workshop.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { WireClient } from '../../support/wire-client.js';
import {
  legacyCall,
  legacyRequest,
  modernCall,
  modernRequest,
} from '../../support/wire-messages.js';

type Headers = Record<string, string | undefined>;

/** What a client asks for; each kind of answer has its own reasons to be JSON or a stream. */
const REQUESTS = [
  'list',
  'progress',
  'list of 2026-07-28',
  'progress of 2026-07-28',
  'listen',
  'GET',
];

const JSON_TYPE = 'json';
const STREAM = 'stream';
const REFUSED = '406';

/** Whatever takes both gets JSON while nothing comes before the answer. */
const BOTH = [JSON_TYPE, STREAM, JSON_TYPE, STREAM, STREAM, STREAM];
const JSON_ONLY = [JSON_TYPE, JSON_TYPE, JSON_TYPE, JSON_TYPE, REFUSED, REFUSED];
const STREAM_ONLY = [STREAM, STREAM, STREAM, STREAM, STREAM, STREAM];
const NEITHER = REQUESTS.map(() => REFUSED);

describe.each(PLATFORMS)('what a client accepts, on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Workshop] });
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  const count = modernCall('count', { steps: 1 });
  const list = modernRequest('tools/list');
  const listen = modernRequest('subscriptions/listen', {
    notifications: { toolsListChanged: true },
  });

  const kindOf = async (method: string, headers: Headers, body?: unknown): Promise<string> => {
    const { response, leave } = await client.open(method, headers, body);
    response.on('error', () => undefined);
    leave();
    return kindOfResponse(response);
  };

  it.each([
    ['none', undefined, BOTH],
    ['everything', '*/*', BOTH],
    ['what the specification wants', 'application/json, text/event-stream', BOTH],
    ['both the other way round', 'text/event-stream, application/json', BOTH],
    ['both, by weight', 'application/json;q=0.5, text/event-stream;q=0.9', BOTH],
    [
      'what a browser sends',
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      BOTH,
    ],
    ['families', 'application/*, text/*', BOTH],
    ['only JSON', 'application/json', JSON_ONLY],
    ['JSON with a charset', 'application/json; charset=utf-8', JSON_ONLY],
    ['everything but streams', '*/*, text/event-stream;q=0', JSON_ONLY],
    ['only streams', 'text/event-stream', STREAM_ONLY],
    ['everything but JSON', 'application/json;q=0, */*', STREAM_ONLY],
    ['something else', 'text/html', NEITHER],
    ['nothing at all', '*/*;q=0', NEITHER],
  ])('decides the kind of every answer, if it is %s', async (_, accept, expected) => {
    const session = { ...(await client.openSession()), accept };

    const kinds = [
      await kindOf('POST', session, legacyRequest('tools/list')),
      await kindOf('POST', session, legacyCall('count', { steps: 1 })),
      await kindOf('POST', { ...list.headers, accept }, list.body),
      await kindOf('POST', { ...count.headers, accept }, count.body),
      await kindOf('POST', { ...listen.headers, accept }, listen.body),
      await kindOf('GET', { ...session, 'content-type': undefined }),
    ];

    expect(Object.fromEntries(REQUESTS.map((request, index) => [request, kinds[index]]))).toEqual(
      Object.fromEntries(REQUESTS.map((request, index) => [request, expected[index]])),
    );
  });
});

function kindOfResponse({ statusCode, headers }: IncomingMessage): string {
  if (statusCode !== 200) return String(statusCode);
  return headers['content-type'] === 'text/event-stream' ? STREAM : JSON_TYPE;
}
