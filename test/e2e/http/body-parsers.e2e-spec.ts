import type { INestApplication } from '@nestjs/common';
import { BadRequestException } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import express from 'express';
import { BodyWitnessGuard } from '../../apps/body-witness.guard.js';
import { OrdersController } from '../../apps/orders.controller.js';
import { Workshop } from '../../apps/workshop.js';
import type { CreatedAppOptions } from '../../support/boot-created-app.js';
import { bootCreatedApp } from '../../support/boot-created-app.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import { modernCall } from '../../support/wire-messages.js';

type Setup = Pick<CreatedAppOptions, 'create' | 'configure'> & {
  readonly setup: string;
  readonly createAdapter: () => CreatedAppOptions['adapter'];
  /** Whether REST routes are given texts. */
  readonly takesText?: boolean;
};

const withExpressJson = (app: INestApplication) => void app.use(express.json({ limit: 100 }));

interface ContentTypeParsers {
  addContentTypeParser(
    type: string,
    options: { readonly parseAs: 'string' },
    parse: (request: unknown, body: string, done: (error: unknown, body?: unknown) => void) => void,
  ): void;
}

/** Parsers of JSON and of everything else, in the place of those that Nest brings. */
function withContentTypeParsers(app: INestApplication): void {
  const fastify = app.getHttpAdapter().getInstance() as ContentTypeParsers;
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, JSON.parse(body));
    } catch {
      done(new BadRequestException('no order can be read from this'));
    }
  });
  fastify.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
}

const SETUPS: readonly Setup[] = [
  { setup: 'Express', createAdapter: () => new ExpressAdapter() },
  {
    setup: 'Express with rawBody',
    createAdapter: () => new ExpressAdapter(),
    create: { rawBody: true },
  },
  {
    setup: 'Express with a parser of its own',
    createAdapter: () => new ExpressAdapter(),
    configure: withExpressJson,
  },
  {
    setup: "Express with a parser of its own instead of Nest's",
    createAdapter: () => new ExpressAdapter(),
    create: { bodyParser: false },
    configure: withExpressJson,
  },
  {
    setup: 'Express with a parser of texts',
    createAdapter: () => new ExpressAdapter(),
    configure: (app) => void app.use(express.text()),
    takesText: true,
  },
  { setup: 'Fastify', createAdapter: () => new FastifyAdapter() },
  {
    setup: 'Fastify with rawBody',
    createAdapter: () => new FastifyAdapter(),
    create: { rawBody: true },
  },
  {
    setup: 'Fastify with a small limit',
    createAdapter: () => new FastifyAdapter({ bodyLimit: 100 }),
  },
  {
    setup: 'Fastify with parsers of its own',
    createAdapter: () => new FastifyAdapter(),
    create: { bodyParser: false },
    configure: withContentTypeParsers,
    takesText: true,
  },
];

const { body: call, headers } = modernCall('echo', { text: 'x'.repeat(200) });

describe.each(SETUPS)('beside the parsers of an application on $setup', (setup) => {
  let app: INestApplication;
  let mcp: WireClient;
  let rest: WireClient;
  const witness = new BodyWitnessGuard();

  beforeAll(async () => {
    app = await bootCreatedApp({
      ...setup,
      adapter: setup.createAdapter(),
      metadata: { providers: [Workshop], controllers: [OrdersController] },
      configure: (application) => {
        setup.configure?.(application);
        application.useGlobalGuards(witness);
      },
    });
    mcp = new WireClient(app);
    rest = new WireClient(app, '/orders');
  });

  afterAll(() => app.close());

  it('a call is read whole', async () => {
    expect(outcome(await mcp.post(call, headers))).toMatchObject({ status: 200, body: { id: 1 } });
  });

  it('a malformed body is answered as JSON-RPC', async () => {
    const answer = await mcp.post('{"jsonrpc":', headers);

    expect(answer.headers['content-type']).toBe('application/json');
    expect(outcome(answer)).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
  });

  it('guards see the body and its bytes', async () => {
    const text = JSON.stringify(call, undefined, 1);
    witness.seen.length = 0;

    await mcp.post(text, headers);

    expect(witness.seen[0]).toEqual({ type: 'application/json', body: call, raw: text });
  });

  it('a REST route gets its own body parsed', async () => {
    expect(outcome(await rest.post({ item: 'saw' }))).toMatchObject({
      status: 201,
      body: { body: { item: 'saw' } },
    });
  });

  if (setup.takesText) {
    it('a REST route gets its own text', async () => {
      const answer = await rest.post('two saws', { 'content-type': 'text/plain' });

      expect(outcome(answer)).toMatchObject({ status: 201, body: { body: 'two saws' } });
    });
  }

  it('a body of another type is refused as JSON-RPC', async () => {
    const answer = await mcp.post('two saws', { ...headers, 'content-type': 'text/plain' });

    expect(outcome(answer)).toMatchObject({ status: 415, body: { error: { code: -32600 } } });
  });

  it('a REST route refuses a malformed body in its own words', async () => {
    const { status, text } = await rest.post('{"item":');

    expect(status).toBe(400);
    expect(text).not.toContain('jsonrpc');
  });
});

describe('an application whose body is read by', () => {
  let app: INestApplication;

  afterEach(() => app.close());

  const boot = async (options: Omit<CreatedAppOptions, 'metadata'>): Promise<WireClient> => {
    app = await bootCreatedApp({ ...options, metadata: { providers: [Workshop] } });
    return new WireClient(app);
  };

  it.each([
    ['Express', () => new ExpressAdapter()],
    ['Fastify', () => new FastifyAdapter()],
  ])('no parser at all serves calls on %s', async (_, createAdapter: Setup['createAdapter']) => {
    const client = await boot({ adapter: createAdapter(), create: { bodyParser: false } });

    expect((await client.post(call, headers)).status).toBe(200);
  });

  it.each([
    ['parses it', express.json()],
    ['keeps its bytes', express.raw({ type: '*/*' })],
    ['keeps its text', express.text({ type: '*/*' })],
  ])('a parser in front that %s serves calls', async (_, parser) => {
    const client = await boot({ adapter: new ExpressAdapter(express().use(parser)) });

    expect(outcome(await client.post(call, headers))).toMatchObject({
      status: 200,
      body: { result: { content: [{ text: 'x'.repeat(200) }] } },
    });
  });

  it('a parser in front keeps to the limit of nesting', async () => {
    const client = await boot({
      adapter: new ExpressAdapter(express().use(express.json())),
      mcp: { limits: { maxJsonDepth: 8 } },
    });
    const nested = (levels: number) =>
      `{"jsonrpc":"2.0","id":1,"method":"ping","x":${'['.repeat(levels)}${']'.repeat(levels)}}`;

    const codes = [];
    for (const levels of [7, 8])
      codes.push(outcome(await client.post(nested(levels))).body.error.code);

    expect(codes).toEqual([-32600, -32700]);
  });
});
