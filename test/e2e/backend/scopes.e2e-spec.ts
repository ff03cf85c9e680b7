import type { INestApplication } from '@nestjs/common';
import { McpTestClient } from 'nest-mcp/testing';
import {
  LedgerModule,
  MEETING,
  SCOPED_ENHANCERS,
  Shop,
  Visit,
  VisitModule,
} from '../../apps/scoped-shop.js';
import { bootApp, bootContext, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { collectGarbageAfter } from '../../support/collect-garbage.js';
import { Meeting } from '../../support/meeting.js';
import { resultText } from '../../support/result-text.js';

const AT_ONCE = 50;
const limits = { maxInFlight: 64, maxInFlightPerConnection: 64 };

/** Every kind of decorated method, and how a client gets the text that it gives. */
const KINDS = [
  {
    kind: 'a tool',
    run: async (client: McpTestClient, text: string) =>
      resultText(await client.callTool('buy', { text })),
  },
  {
    kind: 'a resource',
    run: async (client: McpTestClient, text: string) =>
      (await client.readResource(`shop://orders/${text}`)).contents[0]?.text,
  },
  {
    kind: 'a prompt',
    run: async (client: McpTestClient, text: string) =>
      JSON.parse(JSON.stringify((await client.getPrompt('thank', { text })).messages[0]?.content))
        .text,
  },
  {
    kind: 'a completer',
    run: async (client: McpTestClient, text: string) =>
      (await client.complete({ type: 'ref/prompt', name: 'thank' }, 'text', text))[0],
  },
];
const TABLE = ERAS.flatMap((era) => KINDS.map((row) => ({ era, ...row })));
/** A legacy client shakes hands first, which takes its time fifty times. */
const OVER_HTTP = TABLE.filter(({ era, kind }) => era === '2026-07-28' || kind === 'a tool');
const tenants = Array.from({ length: AT_ONCE }, (_, index) => `tenant-${index}`);

const metadataOf = (meeting: { current: Meeting }) => ({
  imports: [LedgerModule, VisitModule],
  providers: [Shop, { provide: MEETING, useValue: meeting }, ...SCOPED_ENHANCERS],
});

describe.each(PLATFORMS)('request scope from two modules away on $platform', (platform) => {
  const meeting = { current: new Meeting(0) };
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(platform, metadataOf(meeting), { mcp: { limits } });
  });

  beforeEach(() => {
    meeting.current = new Meeting(AT_ONCE);
    Visit.made = [];
  });

  afterAll(() => app.close());

  const connect = (protocolVersion: string, tenant: string) =>
    McpTestClient.overHttp(app, { protocolVersion, headers: { 'x-tenant': tenant } });

  it.each(OVER_HTTP)(
    'gives each of fifty overlapping calls of $kind its own in $era',
    async (row) => {
      const clients = await Promise.all(tenants.map((tenant) => connect(row.era, tenant)));
      Visit.made = [];

      const texts = await Promise.all(clients.map((client, index) => row.run(client, `t${index}`)));

      expect(texts).toEqual(tenants.map((tenant, index) => `${tenant} t${index}`));
      expect(Visit.made).toHaveLength(AT_ONCE);
    },
  );

  it.each(ERAS)('is shared by route, enhancers and method of one call in %s', async (era) => {
    const result = await (await connect(era, 'acme')).callTool('seen_by');

    expect(JSON.parse(resultText(result))).toEqual({
      isSameRequest: true,
      // At the route, and around the method.
      seenBy: ['guard', 'interceptor', 'guard', 'interceptor', 'pipe'],
    });
  });

  it.each(ERAS)('is known to the filter of a call that fails in %s', async (era) => {
    const clients = await Promise.all([connect(era, 'acme'), connect(era, 'globex')]);

    const results = await Promise.all(clients.map((one) => one.callTool('fail', { text: 'x' })));

    expect(results.map((result) => JSON.parse(resultText(result)))).toEqual([
      { failed: 'sold out', tenant: 'acme' },
      { failed: 'sold out', tenant: 'globex' },
    ]);
  });

  it.each(ERAS)('keeps nothing of calls of %s that are over', async (era) => {
    const clients = [await connect(era, 'acme'), await McpTestClient.inMemory(app)];
    meeting.current = new Meeting(0);
    Visit.made = [];

    await collectGarbageAfter(async () => {
      for (let turn = 0; turn < 20; turn += 1) {
        for (const client of clients) await client.callTool('buy', { text: 'x' });
      }
    });

    // What was last may still be held by the connection or the framework.
    const kept = Visit.made.filter((visit) => visit.deref() !== undefined);
    expect({ made: Visit.made.length, fewKept: kept.length <= 2 }).toEqual({
      made: 40,
      fewKept: true,
    });
  });
});

describe('request scope from two modules away, without HTTP', () => {
  it.each(TABLE)('gives each of fifty overlapping calls of $kind its own in $era', async (row) => {
    const meeting = { current: new Meeting(AT_ONCE) };
    const app = await bootContext(metadataOf(meeting), { limits });
    const client = await McpTestClient.inMemory(app, { protocolVersion: row.era });
    Visit.made = [];

    const texts = await Promise.all(tenants.map((_, index) => row.run(client, `t${index}`)));
    await app.close();

    expect(texts).toEqual(tenants.map((_, index) => `nobody t${index}`));
    expect(Visit.made).toHaveLength(AT_ONCE);
  });
});
