import {
  CACHE_MANAGER,
  CacheInterceptor,
  CacheKey,
  CacheModule,
  CacheTTL,
} from '@nestjs/cache-manager';
import type { ExecutionContext, INestApplication } from '@nestjs/common';
import { Inject, Injectable, UseInterceptors } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import type { Cache } from 'cache-manager';
import { IsString } from 'class-validator';
import { McpExecutionContext, McpResource, McpTool, ResourceResult, ToolResult } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';
import { WireClient } from '../../support/wire-client.js';
import { modernCall } from '../../support/wire-messages.js';

const MINUTE = 60_000;

class CityDto {
  @IsString()
  city!: string;
}

/** What a call is about: its name and arguments. Nothing at the route, and so nothing is cached there. */
const byCall = (context: ExecutionContext): string | undefined => {
  const call = McpExecutionContext.from(context);
  return call && `${call.kind} ${call.name} ${JSON.stringify(call.arguments)}`;
};

/** Knows calls by themselves, for a whole class. */
@Injectable()
class CallCacheInterceptor extends CacheInterceptor {
  protected override trackBy(context: ExecutionContext): string | undefined {
    return byCall(context);
  }
}

let runs = 0;

@Injectable()
class Weather {
  constructor(@Inject(CACHE_MANAGER) private readonly cache: Cache) {}

  @McpTool()
  forecast({ city }: CityDto): string {
    runs += 1;
    return `${city}: rain`;
  }

  @McpTool()
  @UseInterceptors(CacheInterceptor)
  @CacheKey(byCall)
  @CacheTTL(MINUTE)
  cachedForecast({ city }: CityDto): string {
    runs += 1;
    return `${city}: rain`;
  }

  /** Uses the cache as the documentation shows, without an interceptor. */
  @McpTool()
  async remember({ city }: CityDto): Promise<string> {
    const last = await this.cache.get<string>('last');
    await this.cache.set('last', city, MINUTE);
    return last ?? 'nothing';
  }
}

@Injectable()
@UseInterceptors(CallCacheInterceptor)
class Climate {
  @McpTool()
  climate({ city }: CityDto): ToolResult {
    runs += 1;
    return ToolResult.text(`${city}: mild`);
  }

  @McpTool()
  failing(_input: CityDto): never {
    runs += 1;
    throw new Error('no data');
  }

  @McpResource({ uri: 'climate://map' })
  map(): ResourceResult {
    runs += 1;
    return ResourceResult.text('map').blob(Buffer.from('hi'));
  }
}

describe.each(PLATFORMS)('a CacheInterceptor on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    const interceptor = { provide: APP_INTERCEPTOR, useClass: CacheInterceptor };
    app = await bootApp(platform, {
      imports: [CacheModule.register({ isGlobal: true })],
      providers: [Weather, Climate, interceptor],
    });
  });

  beforeEach(async () => {
    runs = 0;
    await app.get<Cache>(CACHE_MANAGER).clear();
  });

  afterAll(() => app.close());

  const connect = (protocolVersion: string) => McpTestClient.overHttp(app, { protocolVersion });
  const callAll = async (era: string, tool: string) => {
    const client = await connect(era);
    const texts: string[] = [];
    for (const city of ['Oslo', 'Oslo', 'Rome', 'Oslo']) {
      texts.push(resultText(await client.callTool(tool, { city })));
    }
    return texts;
  };

  it.each(ERAS)('for the whole application caches no calls of %s', async (era) => {
    expect(await callAll(era, 'forecast')).toEqual([
      'Oslo: rain',
      'Oslo: rain',
      'Rome: rain',
      'Oslo: rain',
    ]);
    expect(runs).toBe(4);
  });

  it.each(ERAS)('with a key made of the call caches calls of %s', async (era) => {
    expect(await callAll(era, 'cached_forecast')).toEqual([
      'Oslo: rain',
      'Oslo: rain',
      'Rome: rain',
      'Oslo: rain',
    ]);
    expect(runs).toBe(2);
  });

  it.each(ERAS)('of a class caches built results in %s', async (era) => {
    expect(await callAll(era, 'climate')).toEqual([
      'Oslo: mild',
      'Oslo: mild',
      'Rome: mild',
      'Oslo: mild',
    ]);
    expect(runs).toBe(2);
  });

  it.each(ERAS)('of a class caches resources in %s', async (era) => {
    const client = await connect(era);

    const [first, second] = [
      await client.readResource('climate://map'),
      await client.readResource('climate://map'),
    ];

    expect(first.contents).toMatchObject([{ text: 'map' }, { blob: 'aGk=' }]);
    expect(second.contents).toEqual(first.contents);
    expect(runs).toBe(1);
  });

  it('does not cache failures', async () => {
    await callAll('2026-07-28', 'failing');

    expect(runs).toBe(4);
  });

  it('leaves the cache to those who ask it themselves', async () => {
    expect(await callAll('2026-07-28', 'remember')).toEqual(['nothing', 'Oslo', 'Oslo', 'Rome']);
  });

  it('lets every stream of a session begin, though it is a GET', async () => {
    const wire = new WireClient(app);

    for (const session of [await wire.openSession(), await wire.openSession()]) {
      const { response, leave } = await wire.open('GET', {
        ...session,
        accept: 'text/event-stream',
      });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('text/event-stream');
      leave();
    }
  });

  it('says in a header whether it knew a call', async () => {
    const { body, headers } = modernCall('cached_forecast', { city: 'Oslo' });
    const wire = new WireClient(app);

    const answers = [await wire.post(body, headers), await wire.post(body, headers)];

    expect(answers.map((answer) => answer.headers['x-cache'])).toEqual(['MISS', 'HIT']);
  });

  it('works where there is no HTTP', async () => {
    const client = await McpTestClient.inMemory(app);

    await client.callTool('forecast', { city: 'Oslo' });
    await client.callTool('cached_forecast', { city: 'Oslo' });
    await client.callTool('cached_forecast', { city: 'Oslo' });

    expect(runs).toBe(2);
  });
});
