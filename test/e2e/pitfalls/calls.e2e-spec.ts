import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { IsString } from 'class-validator';
import { McpCompletion, McpContext, McpPrompt, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { z } from 'zod';
import { DEFAULT_LIMITS } from '../../../src/mcp.limits.js';
import { Workshop } from '../../apps/workshop.js';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { postHead, RawSocket } from '../../support/raw-socket.js';
import { resultText } from '../../support/result-text.js';
import { SseWire } from '../../support/sse-wire.js';
import { events, outcome, WireClient } from '../../support/wire-client.js';
import {
  legacyCall,
  legacyRequest,
  modernCall,
  modernRequest,
} from '../../support/wire-messages.js';

class ToneDto {
  @IsString() tone!: string;
}

@Injectable()
class Clerk {
  @McpTool()
  async travel(ctx: McpContext): Promise<string> {
    const { action, content } = await ctx.elicit('Where to?', z.object({ to: z.string() }));
    return action === 'accept' ? `off to ${content.to}` : 'staying';
  }

  @McpTool({ timeoutMs: 20 })
  async failLate(ctx: McpContext): Promise<never> {
    await once(ctx.signal, 'abort');
    throw new Error('too late for anybody to hear');
  }

  @McpPrompt()
  reply({ tone }: ToneDto): string {
    return `Reply in a ${tone} tone`;
  }

  @McpCompletion({ prompt: 'reply', argument: 'tone' })
  tones(): string[] {
    return Array.from({ length: 150 }, (_, index) => `tone ${index}`);
  }
}

/** Settles when a response is over, however it ended. */
const closed = (response: IncomingMessage): Promise<void> =>
  new Promise((resolve) => response.once('close', resolve).on('error', () => undefined));

const aborted = async (signal: AbortSignal): Promise<unknown> =>
  signal.aborted || once(signal, 'abort');

describe.each(PLATFORMS)('calls on $platform', (platform) => {
  let app: INestApplication;
  let client: WireClient;
  let workshop: Workshop;

  beforeAll(async () => {
    const mcp = { http: { legacySse: true }, limits: { keepAliveMs: 20 } };
    app = await bootApp(platform, { providers: [Workshop, Clerk] }, { mcp });
    client = new WireClient(app);
    workshop = app.get(Workshop);
  });

  afterAll(() => app.close());

  const atRest = async () => {
    const { body, headers } = modernCall('echo', { text: 'alive' });
    expect(outcome(await client.post(body, headers)).body).toMatchObject({
      result: { content: [{ text: 'alive' }] },
    });
  };

  it('all progress is on the stream of its call, the last before the result', async () => {
    const session = await client.openSession();

    const { text } = await client.post(legacyCall('count', { steps: 5 }), session);

    expect(events(text).map(({ method, params }) => [method, params])).toMatchObject([
      ...[1, 2, 3, 4, 5].map((progress) => [
        'notifications/progress',
        { progress, total: 5, progressToken: 'p' },
      ]),
      [undefined, undefined],
    ]);
  });

  it.each([
    ['2026-07-28', modernCall('hold')],
    ['2025-11-25 without a session', undefined],
  ])('a client that leaves aborts its call in %s', async (_era, modern) => {
    const stateless = await bootApp(
      platform,
      { providers: [Workshop] },
      { mcp: { sessions: false } },
    );
    const calls = stateless.get(Workshop);
    const { body, headers } = modern ?? { body: legacyCall('hold'), headers: {} };
    const socket = await RawSocket.connect(new WireClient(stateless).port);
    const text = JSON.stringify(body);
    await socket.write(postHead({ ...headers, 'content-length': text.length }) + text);
    const { signal } = await calls.nextHeld();

    socket.leave();

    await aborted(signal);
    await stateless.close();
    expect(String(signal.reason)).toMatch(/./);
  });

  it.each([
    ['a call of 2026-07-28', modernCall('hold', { announce: true })],
    ['a call of a session', { body: legacyCall('hold', { announce: true }), headers: {} }],
    ['the stream of a session', { body: undefined, headers: { accept: '*/*' } }],
    ['a listen', modernRequest('subscriptions/listen', { notifications: {} })],
  ])('a client may cut %s', async (_what, { body, headers }) => {
    const session = 'mcp-method' in headers ? {} : await client.openSession();
    const method = body === undefined ? 'GET' : 'POST';
    const { response, leave } = await client.open(method, { ...headers, ...session }, body);
    const held = body?.method === 'tools/call' ? await workshop.nextHeld() : undefined;
    const cut = closed(response);

    leave();
    await cut;
    held?.finish('unheard');

    await atRest();
  });

  it('a client may cut HTTP+SSE', async () => {
    const wire = await SseWire.initialize(app);
    await wire.post(legacyCall('hold'));
    const { signal } = await workshop.nextHeld();

    wire.leave();
    await aborted(signal);

    await atRest();
  });

  it('a silent stream carries comments, well before clients give up after five minutes', async () => {
    const socket = await RawSocket.connect(client.port);
    const { body, headers } = modernCall('hold', { announce: true });
    const text = JSON.stringify(body);
    await socket.write(postHead({ ...headers, 'content-length': text.length }) + text);
    const held = await workshop.nextHeld();

    expect(await socket.until(/(?:: keep-alive[^]*){3}/)).toMatch(/(?:: keep-alive[^]*){3}/);

    held.finish('done');
    socket.leave();
    expect(DEFAULT_LIMITS.keepAliveMs).toBeLessThan(60_000);
  });

  it.each(ERAS)('what a method throws after its time-out harms nobody in %s', async (era) => {
    const tester = await McpTestClient.overHttp(app, { protocolVersion: era });

    const result = await tester.callTool('fail_late');

    expect(JSON.parse(resultText(result))).toMatchObject({ error: 'callback_timeout' });
    await atRest();
  });

  it.each(ERAS)('a method asks in %s', async (era) => {
    const tester = await McpTestClient.inMemory(app, { protocolVersion: era });
    tester.onElicit(() => ({ action: 'accept', content: { to: 'Rome' } }));

    expect(resultText(await tester.callTool('travel'))).toBe('off to Rome');
  });

  it.each([
    [ERAS[0], 200],
    [ERAS[1], 400],
  ])('one that asks a client which cannot answer says so in %s', async (era, status) => {
    const tester = await McpTestClient.overHttp(app, { protocolVersion: era });

    const { status: actual, response } = await tester.exchange('tools/call', { name: 'travel' });

    expect(actual).toBe(status);
    expect(JSON.stringify(response)).toContain('elicitation');
    expect(JSON.stringify(response)).not.toContain('reference');
  });

  it.each(ERAS)('completion is there in %s, and cut to what fits', async (era) => {
    const tester = await McpTestClient.overHttp(app, { protocolVersion: era });

    const { completion } = await tester.request<{ completion: { values: string[] } }>(
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'reply' }, argument: { name: 'tone', value: '' } },
    );

    expect(completion.values).toHaveLength(100);
    expect(completion).toMatchObject({ total: 150, hasMore: true });
  });

  it('so are subscriptions to resources', async () => {
    const session = await client.openSession();
    const subscribe = legacyRequest('resources/subscribe', { uri: 'workshop://tools' });

    expect(outcome(await client.post(subscribe, session)).body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {},
    });
  });
});
