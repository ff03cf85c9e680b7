import type { ClientOptions } from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../apps/mcp-apps/app.module.js';
import { SALES_PAGE } from '../../apps/mcp-apps/sales.page.js';
import { PLATFORMS } from '../../support/boot-app.js';

const UI = 'io.modelcontextprotocol/ui';
const VIEW_TYPE = 'text/html;profile=mcp-app';
const SHOWS_VIEWS = { extensions: { [UI]: { mimeTypes: [VIEW_TYPE] } } };

const REVISIONS: readonly (readonly [version: string, options: ClientOptions])[] = [
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ['2025-11-25', { supportedProtocolVersions: ['2025-11-25'] }],
  ['2025-06-18', { supportedProtocolVersions: ['2025-06-18'] }],
];

describe.each(PLATFORMS)('the recipe for MCP Apps on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let url: URL;

  beforeAll(async () => {
    const options = { logger: false, forceCloseConnections: true } as const;
    app = await NestFactory.create(AppModule, createAdapter(), options);
    await app.listen(0, '127.0.0.1');
    url = new URL('/mcp', await app.getUrl());
  });
  afterAll(() => app.close());

  /** A host, as the official client makes it. */
  async function connect(options: ClientOptions, capabilities: ClientOptions['capabilities']) {
    const client = new Client({ name: 'host', version: '1.0.0' }, { ...options, capabilities });
    await client.connect(new StreamableHTTPClientTransport(url));
    return client;
  }

  describe.each(REVISIONS)('for a client of %s', (version, options) => {
    let host: Client;

    beforeAll(async () => {
      host = await connect(options, SHOWS_VIEWS);
    });
    afterAll(() => host.close());

    it('links each tool to its view, and says who may call it', async () => {
      const { tools } = await host.listTools();

      expect(host.getNegotiatedProtocolVersion()).toBe(version);
      expect(Object.fromEntries(tools.map(({ name, _meta }) => [name, _meta]))).toEqual({
        yearly_sales: { ui: { resourceUri: 'ui://sales/chart' } },
        refresh_sales: { ui: { resourceUri: 'ui://sales/chart', visibility: ['app'] } },
      });
    });

    it('gives the page of the view, with what it may load', async () => {
      const { tools } = await host.listTools();
      const ui = tools[0]?._meta?.ui as { resourceUri: string };
      const { contents } = await host.readResource({ uri: ui.resourceUri });

      expect(contents).toEqual([
        {
          uri: 'ui://sales/chart',
          mimeType: VIEW_TYPE,
          text: SALES_PAGE,
          _meta: {
            ui: { prefersBorder: true, csp: { resourceDomains: ['https://cdn.shop.example'] } },
          },
        },
      ]);
    });

    it('lists the view with its type', async () => {
      const { resources } = await host.listResources();

      expect(resources).toMatchObject([{ uri: 'ui://sales/chart', mimeType: VIEW_TYPE }]);
    });

    it('gives the view its numbers, and the model a word about them', async () => {
      const result = await host.callTool({ name: 'yearly_sales', arguments: { year: 2026 } });

      expect(result.structuredContent).toEqual({ year: 2026, quarters: [10, 20, 30, 40] });
      expect(result.content).toEqual([
        { type: 'text', text: 'Sold 100 in 2026; the person sees a chart by quarter.' },
      ]);
    });

    it('gives a client without views everything in words', async () => {
      const client = await connect(options, {});
      const result = await client.callTool({ name: 'yearly_sales', arguments: { year: 2026 } });
      await client.close();

      expect(result.content).toEqual([
        { type: 'text', text: 'Sold 100 in 2026, by quarter: 10, 20, 30, 40.' },
      ]);
    });

    it('lets the view ask again', async () => {
      const result = await host.callTool({ name: 'refresh_sales', arguments: { year: 2026 } });

      expect(result.structuredContent).toEqual({ year: 2026, quarters: [10, 20, 30, 40] });
    });

    it('declares the extension where that can be declared', () => {
      const extensions = host.getServerCapabilities()?.extensions;

      expect(extensions).toEqual(version === '2026-07-28' ? { [UI]: {} } : undefined);
    });
  });
});
