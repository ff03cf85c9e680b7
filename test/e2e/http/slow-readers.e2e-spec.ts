import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { McpContext, McpTool } from 'nest-mcp';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
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
}

describe.each(PLATFORMS)('a client that reads slowly, on $platform', ({ createAdapter }) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Firehose] });
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
});
