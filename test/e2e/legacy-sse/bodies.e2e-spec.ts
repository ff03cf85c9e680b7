import type { INestApplication } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import express from 'express';
import { BodyWitnessGuard } from '../../apps/body-witness.guard.js';
import { OrdersController } from '../../apps/orders.controller.js';
import { Workshop } from '../../apps/workshop.js';
import type { CreatedAppOptions } from '../../support/boot-created-app.js';
import { bootCreatedApp } from '../../support/boot-created-app.js';
import { SseWire } from '../../support/sse-wire.js';
import { WireClient, outcome } from '../../support/wire-client.js';
import { legacyCall, legacyRequest } from '../../support/wire-messages.js';

type Setup = Pick<CreatedAppOptions, 'create' | 'configure'> & {
  readonly setup: string;
  readonly createAdapter: () => CreatedAppOptions['adapter'];
};

const withExpressJson = (app: INestApplication) => void app.use(express.json({ limit: 100 }));

const SETUPS: readonly Setup[] = [
  { setup: 'Express', createAdapter: () => new ExpressAdapter() },
  {
    setup: 'Express with rawBody',
    createAdapter: () => new ExpressAdapter(),
    create: { rawBody: true },
  },
  {
    setup: 'Express with a second parser',
    createAdapter: () => new ExpressAdapter(),
    configure: withExpressJson,
  },
  {
    setup: 'Express without a parser',
    createAdapter: () => new ExpressAdapter(),
    create: { bodyParser: false },
  },
  {
    setup: 'Express behind a parser in front',
    createAdapter: () => new ExpressAdapter(express().use(express.json())),
  },
  { setup: 'Fastify', createAdapter: () => new FastifyAdapter() },
  {
    setup: 'Fastify with rawBody',
    createAdapter: () => new FastifyAdapter(),
    create: { rawBody: true },
  },
  {
    setup: 'Fastify without a parser',
    createAdapter: () => new FastifyAdapter(),
    create: { bodyParser: false },
  },
  {
    setup: 'Fastify with a small limit',
    createAdapter: () => new FastifyAdapter({ bodyLimit: 100 }),
  },
];

const BIG = 'x'.repeat(200_000);

describe.each(SETUPS)('messages posted to HTTP+SSE on $setup', (setup) => {
  let app: INestApplication;
  let wire: SseWire;
  const witness = new BodyWitnessGuard();

  beforeAll(async () => {
    app = await bootCreatedApp({
      ...setup,
      adapter: setup.createAdapter(),
      metadata: { providers: [Workshop], controllers: [OrdersController] },
      mcp: { http: { legacySse: true } },
      configure: (application) => {
        setup.configure?.(application);
        application.setGlobalPrefix('api').useGlobalGuards(witness);
      },
    });
    wire = await SseWire.initialize(app, { path: '/api/sse' });
  });

  afterAll(async () => {
    wire.leave();
    await app.close();
  });

  // The parser in front is not ours to keep away; it has a limit of its own.
  const text = setup.setup.includes('in front') ? 'short' : BIG;

  it('are read whole, whatever the parsers of the application allow', async () => {
    const answer = await wire.ask(legacyCall('echo', { text }));

    expect(answer?.result.content).toEqual([{ type: 'text', text }]);
  });

  it('are shown to guards', async () => {
    witness.seen.length = 0;
    const message = legacyRequest('ping', {}, 'seen');

    await wire.ask(message);

    expect(witness.seen).toMatchObject([{ type: 'application/json', body: message }]);
  });

  it('leave the bodies of REST routes to their parsers', async () => {
    const rest = new WireClient(app, '/api/orders');
    const { status } = await rest.post({ item: 'saw' });

    expect(status).toBe(201);
  });
});

describe.each(SETUPS.filter(({ setup }) => !setup.includes('in front')))(
  'a malformed message on $setup',
  (setup) => {
    it('is refused as JSON-RPC', async () => {
      const app = await bootCreatedApp({
        ...setup,
        adapter: setup.createAdapter(),
        metadata: {},
        mcp: { http: { legacySse: true } },
      });
      const wire = await SseWire.connect(app);

      const answer = await wire.post('{"jsonrpc":');
      wire.leave();
      await app.close();

      expect(answer.headers['content-type']).toBe('application/json');
      expect(outcome(answer)).toEqual({
        status: 400,
        body: { jsonrpc: '2.0', error: { code: -32700, message: expect.any(String) } },
      });
    });
  },
);
