import type { INestApplication, Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import {
  BareResponseGuard,
  CatchEverythingFilter,
  RateHeaderGuard,
  Station,
} from '../../apps/frame-breakers.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { SseWire } from '../../support/sse-wire.js';
import { legacyCall, legacyRequest } from '../../support/wire-messages.js';

interface Meddler {
  readonly meddler: string;
  readonly provider: Provider;
  readonly tool: string;
  /** What the client reads, as text. */
  readonly text: string;
}

/** By the time a method runs, the response of its POST is sent. */
const MEDDLERS: readonly Meddler[] = [
  {
    meddler: 'a catch-all filter that writes to the response',
    provider: { provide: APP_FILTER, useClass: CatchEverythingFilter },
    tool: 'forbidden',
    text: '"statusCode":403',
  },
  {
    meddler: 'a guard that sets headers',
    provider: { provide: APP_GUARD, useClass: RateHeaderGuard },
    tool: 'fine',
    text: 'fine',
  },
  {
    meddler: 'a guard that writes to the bare response',
    provider: { provide: APP_GUARD, useClass: BareResponseGuard },
    tool: 'fine',
    text: 'no entry',
  },
];

const TABLE = PLATFORMS.flatMap((row) => MEDDLERS.map((meddler) => ({ ...row, ...meddler })));

describe.each(TABLE)('HTTP+SSE with $meddler on $platform', (row) => {
  let app: INestApplication;
  let wire: SseWire;

  beforeAll(async () => {
    const mcp = { http: { legacySse: true } };
    app = await bootApp(row, { providers: [Station, row.provider] }, { mcp });
    wire = await SseWire.initialize(app);
  });

  afterAll(async () => {
    wire.leave();
    await app.close();
  });

  it('has its answer on the stream, and the stream goes on', async () => {
    const answer = await wire.ask(legacyCall(row.tool));

    expect(answer?.result.content[0].text).toContain(row.text);
    expect(await wire.ask(legacyRequest('ping', {}, 'next'))).toMatchObject({ id: 'next' });
  });
});
