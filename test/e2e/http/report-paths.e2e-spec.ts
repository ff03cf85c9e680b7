import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { McpContext, McpTool } from 'nest-mcp';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { StreamClient, rest, valueOf } from '../../support/stream-client.js';
import type { WireAnswer } from '../../support/wire-client.js';
import { WireClient, events } from '../../support/wire-client.js';
import { ENVELOPE, legacyCall, modernRequest } from '../../support/wire-messages.js';

const EITHER = { accept: 'application/json, text/event-stream' };
const JSON_ONLY = { accept: 'application/json' };
const LOG_LEVEL = { 'io.modelcontextprotocol/logLevel': 'debug' };

/** Reports one step and one line of a log, and one more step after its answer. */
@Injectable()
class Reporter {
  private last: McpContext | undefined;

  @McpTool()
  async report(ctx: McpContext): Promise<string> {
    this.last = ctx;
    await ctx.progress(1);
    await ctx.log('info', 'a line');
    return 'done';
  }

  @McpTool()
  async ask(ctx: McpContext): Promise<string> {
    const asked = ctx.elicit('Sure?', { type: 'object', properties: {} });
    return asked.then(
      ({ action }) => action,
      ({ reason }: { reason: string }) => reason,
    );
  }

  async reportLate(): Promise<void> {
    await this.last?.progress(2);
    await this.last?.log('info', 'too late');
  }
}

const REPORTED = ['notifications/progress', 'notifications/message'];
const ANSWERED = 'the answer';
/** What is said after the answer belongs to the session; progress belongs to the call, and is dropped. */
const LATE = expect.objectContaining({ params: { level: 'info', data: 'too late' } });
const nameOf = ({ method }: Record<string, unknown>): unknown => method ?? ANSWERED;

/** What came with an answer, in order, however it came. */
const told = ({ headers, text }: WireAnswer): unknown[] =>
  headers['content-type'] === 'application/json' ? [ANSWERED] : events(text).map(nameOf);

describe.each(PLATFORMS)('the way of what a call reports, on $platform,', ({ createAdapter }) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [Reporter] });
  });

  afterAll(() => app.close());

  describe('in a session', () => {
    /** Calls the tool, with a GET stream open beside it, and gives what came by which way. */
    async function call(accept: object, tool = 'report') {
      const client = await StreamClient.open(app);
      const stream = await client.get();
      const answer = await client.wire.post(legacyCall(tool), { ...client.headers, ...accept });
      await app.get(Reporter).reportLate();
      client.push(7);
      // Ends the stream after everything that was sent on it.
      await client.wire.send('DELETE', client.headers);
      const beside = await rest(stream);
      return { answer, beside };
    }

    it('is the stream of its own answer, where the client takes one', async () => {
      const { answer, beside } = await call(EITHER);

      expect(told(answer)).toEqual([...REPORTED, ANSWERED]);
      expect(beside).toEqual([LATE, 7]);
    });

    it('is the GET stream, where the client takes none', async () => {
      const { answer, beside } = await call(JSON_ONLY);

      expect(told(answer)).toEqual([ANSWERED]);
      expect(beside).toEqual([1, expect.objectContaining({ method: REPORTED[1] }), LATE, 7]);
    });

    it('is never the GET stream for a question, which fails where the client takes no stream', async () => {
      const { answer, beside } = await call(JSON_ONLY, 'ask');

      expect(JSON.parse(answer.text)).toMatchObject({
        result: { content: [{ text: 'unreachable' }] },
      });
      expect(beside).toEqual([7]);
    });

    it('is none where the client takes no stream and has none open: nothing is kept', async () => {
      const client = await StreamClient.open(app);
      const headers = { ...client.headers, ...JSON_ONLY };
      const answer = await client.wire.post(legacyCall('report'), headers);

      client.push(7);
      const stream = await client.get();
      const first = await stream.reader.next();
      stream.leave();

      expect(told(answer)).toEqual([ANSWERED]);
      expect(valueOf(first ?? {})).toBe(7);
    });
  });

  describe('in 2026-07-28', () => {
    const call = async (accept: object) => {
      const _meta = { ...ENVELOPE, ...LOG_LEVEL, progressToken: 'p' };
      const { body, headers } = modernRequest('tools/call', { name: 'report', _meta });
      return new WireClient(app).post(body, { ...headers, ...accept });
    };

    it('is the stream of its own answer, where the client takes one', async () => {
      expect(told(await call(EITHER))).toEqual([...REPORTED, ANSWERED]);
    });

    it('is none, where the client takes no stream', async () => {
      expect(told(await call(JSON_ONLY))).toEqual([ANSWERED]);
    });
  });
});
