import type { INestApplication, Provider } from '@nestjs/common';
import { ClassSerializerInterceptor } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import {
  BareResponseGuard,
  CatchEverythingFilter,
  DataWrapper,
  ManyHeadersGuard,
  RateHeaderGuard,
  ReturningFilter,
  SilentFilter,
  Station,
  TranslatingFilter,
} from '../../apps/frame-breakers.js';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { RawPosts } from '../../support/raw-posts.js';

interface Meddler {
  readonly meddler: string;
  readonly provider: Provider;
  /** What the tools answer, as text. */
  readonly fine: string;
  readonly forbidden: string;
}

const MEDDLERS: readonly Meddler[] = [
  {
    meddler: 'a catch-all filter that writes to the response',
    provider: { provide: APP_FILTER, useClass: CatchEverythingFilter },
    fine: 'fine',
    forbidden: '{"statusCode":403,"path":"/mcp"}',
  },
  {
    meddler: 'a filter that returns a value',
    provider: { provide: APP_FILTER, useClass: ReturningFilter },
    fine: 'fine',
    forbidden: '{"handled":"nope"}',
  },
  {
    meddler: 'a filter that throws something else',
    provider: { provide: APP_FILTER, useClass: TranslatingFilter },
    fine: 'fine',
    forbidden: 'translated: nope',
  },
  {
    meddler: 'a guard that sets headers',
    provider: { provide: APP_GUARD, useClass: RateHeaderGuard },
    fine: 'fine',
    forbidden: 'nope',
  },
  {
    meddler: 'an interceptor that wraps results',
    provider: { provide: APP_INTERCEPTOR, useClass: DataWrapper },
    fine: '{"data":"fine"}',
    forbidden: 'nope',
  },
  {
    meddler: 'the class serializer',
    provider: { provide: APP_INTERCEPTOR, useClass: ClassSerializerInterceptor },
    fine: 'fine',
    forbidden: 'nope',
  },
];

const textResult = (text: string) => ({ content: [{ type: 'text', text }] });
const TABLE = PLATFORMS.flatMap((row) => MEDDLERS.map((meddler) => ({ ...row, ...meddler })));

describe.each(TABLE)('with $meddler on $platform', (row) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(row, { providers: [Station, row.provider] });
  });

  afterAll(() => app.close());

  it.each(ERAS)('a result arrives in a frame of its own in %s', async (era) => {
    const { status, type, messages } = await (await RawPosts.open(app, era)).callTool('fine');

    expect({ status, type, messages }).toEqual({
      status: 200,
      type: 'application/json',
      messages: [{ jsonrpc: '2.0', id: 1, result: expect.objectContaining(textResult(row.fine)) }],
    });
  });

  it.each(ERAS)('a failure arrives as text of the result in %s', async (era) => {
    const { status, type, messages } = await (await RawPosts.open(app, era)).callTool('forbidden');

    expect({ status, type, messages }).toEqual({
      status: 200,
      type: 'application/json',
      messages: [
        {
          jsonrpc: '2.0',
          id: 1,
          result: expect.objectContaining({ ...textResult(row.forbidden), isError: true }),
        },
      ],
    });
  });

  it.each(ERAS)('a result after a notification ends its stream in %s', async (era) => {
    const posts = await RawPosts.open(app, era);

    const { status, type, messages } = await posts.callTool('fine_after_progress');

    expect({ status, type, messages }).toEqual({
      status: 200,
      type: 'text/event-stream',
      messages: [
        expect.objectContaining({ method: 'notifications/progress' }),
        { jsonrpc: '2.0', id: 1, result: expect.objectContaining(textResult(row.fine)) },
      ],
    });
  });

  it.each(ERAS)('a failure after a notification ends its stream in %s', async (era) => {
    const posts = await RawPosts.open(app, era);

    const { status, type, messages } = await posts.callTool('forbidden_after_progress');

    expect({ status, type, messages }).toEqual({
      status: 200,
      type: 'text/event-stream',
      messages: [
        expect.objectContaining({ method: 'notifications/progress' }),
        {
          jsonrpc: '2.0',
          id: 1,
          result: expect.objectContaining({ ...textResult(row.forbidden), isError: true }),
        },
      ],
    });
  });
});

describe.each(PLATFORMS)('headers of a guard on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(platform, {
      providers: [Station, { provide: APP_GUARD, useClass: RateHeaderGuard }],
    });
  });

  afterAll(() => app.close());

  it.each(ERAS)('set at the route arrive in %s', async (era) => {
    const { headers } = await (await RawPosts.open(app, era)).callTool('fine');

    expect(headers).toHaveProperty('x-route-remaining', '9');
  });

  it.each(ERAS)('set around the method arrive in %s', async (era) => {
    const { headers } = await (await RawPosts.open(app, era)).callTool('fine');

    expect(headers).toHaveProperty('x-handler-remaining', '9');
  });

  it.each(ERAS)('set around the method arrive on a stream too in %s', async (era) => {
    const { headers } = await (await RawPosts.open(app, era)).callTool('fine_after_progress');

    expect(headers).toHaveProperty('x-handler-remaining', '9');
  });
});

describe.each(PLATFORMS)('several headers set at once on $platform', (platform) => {
  it.each(ERAS)('arrive without those that describe the body in %s', async (era) => {
    const app = await bootApp(platform, {
      providers: [Station, { provide: APP_GUARD, useClass: ManyHeadersGuard }],
    });

    const { headers } = await (await RawPosts.open(app, era)).callTool('fine');
    await app.close();

    const { 'x-one': one, 'x-two': two, 'content-encoding': encoding } = headers;
    expect({ one, two, encoding }).toEqual({ one: '1', two: '2', encoding: undefined });
  });
});

describe.each(PLATFORMS)('other enhancers on $platform', (platform) => {
  it.each(ERAS)('what a guard writes to the bare response is the text in %s', async (era) => {
    const app = await bootApp(platform, {
      providers: [Station, { provide: APP_GUARD, useClass: BareResponseGuard }],
    });

    const { messages } = await (await RawPosts.open(app, era)).callTool('fine');
    await app.close();

    expect(messages[0]?.result).toMatchObject({ ...textResult('no entry'), isError: true });
  });

  it.each(ERAS)('the class serializer leaves excluded members out in %s', async (era) => {
    const app = await bootApp(platform, {
      providers: [Station, { provide: APP_INTERCEPTOR, useClass: ClassSerializerInterceptor }],
    });

    const { messages } = await (await RawPosts.open(app, era)).callTool('account');
    await app.close();

    expect(messages[0]?.result).toMatchObject(textResult('{"name":"Ada"}'));
  });

  it.each(ERAS)('an interceptor that spoils a typed result is named in %s', async (era) => {
    const app = await bootApp(platform, {
      providers: [Station, { provide: APP_INTERCEPTOR, useClass: DataWrapper }],
    });

    const { messages } = await (await RawPosts.open(app, era)).callTool('typed');
    await app.close();

    expect(messages[0]?.result).toMatchObject({
      ...textResult('The result of typed after DataWrapper does not fit its output schema'),
      isError: true,
    });
  });

  it.each(ERAS)(
    'a filter that swallows a failure does not make it a success in %s',
    async (era) => {
      const app = await bootApp(platform, {
        providers: [Station, { provide: APP_FILTER, useClass: SilentFilter }],
      });

      const { messages } = await (await RawPosts.open(app, era)).callTool('forbidden');
      await app.close();

      expect(messages[0]?.result).toMatchObject({ isError: true });
    },
  );
});
