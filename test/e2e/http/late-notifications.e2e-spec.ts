import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { McpContext, McpTool } from 'nest-mcp';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { WireClient, events } from '../../support/wire-client.js';
import { modernCall } from '../../support/wire-messages.js';

/** Goes on to report after it has answered, without waiting for anything. */
@Injectable()
class Chatterbox {
  private last: McpContext | undefined;

  @McpTool()
  async chat(ctx: McpContext): Promise<string> {
    this.last = ctx;
    await ctx.progress(1);
    return 'done';
  }

  @McpTool()
  quiet(ctx: McpContext): string {
    this.last = ctx;
    // Nobody waits for this one, and it is sent when the answer is on its way.
    setImmediate(() => void ctx.progress(2));
    return 'done';
  }

  async reportLate(): Promise<void> {
    await this.last?.progress(3);
  }
}

describe.each(PLATFORMS)('work that a call left running, on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let client: WireClient;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Chatterbox] });
    client = new WireClient(app);
  });

  afterAll(() => app.close());

  it.each(['chat', 'quiet'])('may report after %s has answered', async (tool) => {
    const { body, headers } = modernCall(tool);

    const { text } = await client.post(body, headers);

    await expect(app.get(Chatterbox).reportLate()).resolves.toBeUndefined();
    expect(text).not.toContain('"progress":3');
  });

  it('sends nothing in front of a plain answer that is already written', async () => {
    const { body, headers } = modernCall('quiet');

    const answer = await client.post(body, headers);

    expect(answer.headers['content-type']).toBe('application/json');
    expect(events(answer.text)).toEqual([]);
  });
});
