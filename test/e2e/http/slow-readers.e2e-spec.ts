import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { McpContext, McpTelemetry, McpTool } from 'nest-mcp';
import { SPILLED, TEN_KILOBYTES } from '../../apps/firehose.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { WireClient, read } from '../../support/wire-client.js';
import { modernCall } from '../../support/wire-messages.js';

const STEPS = 64;

/** Reports a megabyte in every step. */
@Injectable()
class Firehose {
  step = 0;
  /** Settles when a report did not return at once. */
  readonly stalled: Promise<void>;
  private stall: () => void = () => undefined;

  constructor() {
    this.stalled = new Promise((resolve) => {
      this.stall = resolve;
    });
  }

  @McpTool()
  async pour(ctx: McpContext): Promise<string> {
    const message = 'x'.repeat(1024 * 1024);
    for (this.step = 1; this.step <= STEPS; this.step++) {
      let isSent = false;
      const sent = ctx.progress(this.step, { message }).then(() => {
        isSent = true;
      });
      await new Promise((resolve) => setImmediate(resolve));
      if (!isSent) this.stall();
      await sent;
    }
    return 'poured';
  }

  /** Reports without waiting, all in one go. */
  @McpTool()
  spill(ctx: McpContext): string {
    for (let step = 1; step <= SPILLED; step++) void ctx.progress(step, { message: TEN_KILOBYTES });
    return 'spilled';
  }
}

describe.each(PLATFORMS)('a client that reads slowly, on $platform', ({ createAdapter }) => {
  const logger = new RecordingLogger();
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [Firehose] },
      { configure: (application) => application.useLogger(logger) },
    );
  });

  afterAll(() => app.close());

  it('holds the tool up instead of filling the memory, and misses nothing', async () => {
    const firehose = app.get(Firehose);
    const { body, headers } = modernCall('pour');
    const { response } = await new WireClient(app).open('POST', headers, body);

    await firehose.stalled;
    expect(firehose.step).toBeLessThan(STEPS);

    const text = await read(response);
    expect(text.match(/notifications\/progress/g)).toHaveLength(STEPS);
    expect(text).toContain('poured');
  });

  it('loses reports that nobody waits for, but not the answer', async () => {
    let dropped = 0;
    app.get(McpTelemetry).addSink((event) => {
      if (event.type === 'message_dropped' && event.weight === 'report') dropped++;
    });
    const { body, headers } = modernCall('spill');
    const { response } = await new WireClient(app).open('POST', headers, body);

    const text = await read(response);
    const reports = text.match(/notifications\/progress/g)?.length ?? 0;
    expect(text).toContain('"text":"spilled"');
    expect(reports).toBeGreaterThan(0);
    expect(reports + dropped).toBe(SPILLED);
    // What waited is bounded by a megabyte, and so is what the connection had taken before.
    expect(reports * TEN_KILOBYTES.length).toBeLessThan(4 * 1024 * 1024);
  });

  it('says in the log, once, which limit was met', () => {
    expect(logger.text.match(/limits\.maxBufferedBytes/g)).toHaveLength(1);
  });
});
