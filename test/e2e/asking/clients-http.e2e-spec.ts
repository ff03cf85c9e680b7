import type { INestApplication } from '@nestjs/common';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { NestFactory } from '@nestjs/core';
import type { Server } from 'node:http';
import { AppModule } from '../../apps/asking/app.module.js';
import { PLATFORMS } from '../../support/boot-app.js';
import { itTravels } from './it-travels.js';
import { connectV1, connectV2, MODES } from './official-clients.js';
import type { TravelClient } from './traveller.js';

describe.each(PLATFORMS)('asking over HTTP on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let url: URL;
  let client: TravelClient;

  beforeAll(async () => {
    app = await NestFactory.create(AppModule, createAdapter(), { logger: false });
    await app.listen(0, '127.0.0.1');
    url = new URL('/mcp', await app.getUrl());
  });

  afterAll(() => {
    // The fetch of Node keeps a spare connection, which no server can tell from one about to be used.
    (app.getHttpServer() as Server).closeAllConnections();
    return app.close();
  });

  describe.each(MODES)('the official client of $revision', ({ revision, options }) => {
    beforeAll(async () => {
      client = await connectV2(new StreamableHTTPClientTransport(url), options);
    });

    afterAll(() => client.close());

    it('speaks that revision', () => {
      expect(client.revision).toBe(revision);
    });

    itTravels(() => client);
  });

  describe('the official client of version 1', () => {
    beforeAll(async () => {
      client = await connectV1(new TransportV1(url));
    });

    afterAll(() => client.close());

    itTravels(() => client);
  });
});
