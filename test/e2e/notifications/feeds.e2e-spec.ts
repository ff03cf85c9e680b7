import type { INestApplication } from '@nestjs/common';
import { Injectable, Logger, ValidationPipe } from '@nestjs/common';
import { IsString, Matches } from 'class-validator';
import { McpDispatcher, McpNotificationBus, McpResource, McpResourceFeed } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { Observable, of, Subject } from 'rxjs';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { settled } from '../../support/settled.js';

class StockUriDto {
  @IsString()
  @Matches(/^\d+$/)
  isbn!: string;
}

/** A source of changes that tells who holds on to it. */
class Source {
  readonly opened: string[] = [];
  readonly live = new Map<string, Subject<unknown>>();

  of(key: string): Observable<unknown> {
    return new Observable((subscriber) => {
      this.opened.push(key);
      const subject = new Subject<unknown>();
      this.live.set(key, subject);
      subscriber.add(subject.subscribe(subscriber));
      subscriber.add(() => this.live.delete(key));
    });
  }
}

@Injectable()
class Stock {
  readonly source = new Source();
  readonly given: unknown[] = [];

  @McpResource({ uri: 'shop://clock' })
  clock(): string {
    return 'noon';
  }

  @McpResource({ uriTemplate: 'shop://stock/{isbn}' })
  stock({ isbn }: StockUriDto): string {
    return isbn;
  }

  @McpResource({ uri: 'shop://quiet' })
  quiet(): string {
    return '';
  }

  @McpResourceFeed({ uri: 'shop://clock' })
  ticks(uri: string): Observable<unknown> {
    this.given.push(uri);
    return this.source.of('clock');
  }

  @McpResourceFeed({ uriTemplate: 'shop://stock/{isbn}' })
  async sales(params: StockUriDto): Promise<Observable<unknown>> {
    this.given.push(params);
    return this.source.of(params.isbn);
  }
}

@Injectable()
class Broken {
  feed: () => unknown = () => of(1);

  @McpResource({ uri: 'shop://broken' })
  broken(): string {
    return '';
  }

  @McpResourceFeed({ uri: 'shop://broken' })
  feeds(): unknown {
    return this.feed();
  }
}

const CLOCK = 'shop://clock';
const UPDATED = 'notifications/resources/updated';

const LINKS = PLATFORMS.flatMap((platform) => [
  { ...platform, link: 'HTTP', connect: McpTestClient.overHttp },
  { ...platform, link: 'memory', connect: McpTestClient.inMemory },
]);

describe.each(LINKS)('feeds, over $link on $platform,', ({ createAdapter, connect }) => {
  let app: INestApplication;
  let stock: Stock;

  beforeEach(async () => {
    const configure = (created: INestApplication) =>
      void created.useGlobalPipes(new ValidationPipe({ transform: true }));
    app = await bootApp({ createAdapter }, { providers: [Stock, Broken] }, { configure });
    stock = app.get(Stock);
  });
  afterEach(() => app.close());

  const modern = () => connect(app, { protocolVersion: '2026-07-28' });
  const legacy = () => connect(app, { protocolVersion: '2025-11-25' });
  const live = () => [...stock.source.live.keys()].toSorted();

  it('are opened by the first client and closed by the last, over both eras', async () => {
    const [first, second] = [await legacy(), await modern()];
    expect(live()).toEqual([]);

    await first.subscribeResource(CLOCK);
    await settled();
    expect(live()).toEqual(['clock']);
    const listen = await second.listen({ resourceSubscriptions: [CLOCK, 'shop://stock/7'] });
    await settled();
    expect(live()).toEqual(['7', 'clock']);

    await first.unsubscribeResource(CLOCK);
    await settled();
    expect(live()).toEqual(['7', 'clock']);
    await listen.close();
    await settled();
    expect(live()).toEqual([]);
    expect(stock.source.opened).toEqual(['clock', '7']);
    await first.close();
  });

  it('tell clients with each value that the resource has changed, once in one go', async () => {
    const client = await modern();
    const listen = await client.listen({ resourceSubscriptions: ['SHOP://stock/7', CLOCK] });
    await settled();
    for (let time = 0; time < 3; time++) stock.source.live.get('7')?.next(time);

    expect(await listen.next()).toMatchObject({
      method: UPDATED,
      params: { uri: 'SHOP://stock/7' },
    });
    stock.source.live.get('clock')?.next('tick');
    expect(await listen.next()).toMatchObject({ method: UPDATED, params: { uri: CLOCK } });
    await listen.close();
  });

  it('get the address, or the variables as the resource gets them', async () => {
    const client = await legacy();
    await client.subscribeResource('SHOP://clock');
    await client.subscribeResource('shop://stock/0%31');
    await settled();

    expect(stock.given).toEqual(['shop://clock', { isbn: '01' }]);
    expect(stock.given[1]).toBeInstanceOf(StockUriDto);
    await client.close();
  });

  it('are not opened for variables that are wrong, nor for resources without one', async () => {
    const client = await legacy();
    await client.subscribeResource('shop://stock/seven');
    await client.subscribeResource('shop://quiet');
    await settled();

    expect(stock.given).toEqual([]);
    await client.close();
  });

  it('are closed with the session', async () => {
    const client = await legacy();
    await client.subscribeResource(CLOCK);
    await settled();
    expect(live()).toEqual(['clock']);

    await client.close();
    await settled();
    expect(live()).toEqual([]);
  });

  it('are closed with the server', async () => {
    const client = await legacy();
    await client.subscribeResource(CLOCK);
    await settled();
    await app.get(McpDispatcher).drain(0);
    await settled();

    expect(live()).toEqual([]);
  });
});

describe('a feed that', () => {
  let app: INestApplication;
  let client: McpTestClient;
  const logged: string[] = [];

  beforeEach(async () => {
    const keep = (message: unknown) => void logged.push(String(message));
    const logger = { log: () => undefined, warn: keep, error: keep, debug: keep };
    app = await bootApp(PLATFORMS[0]!, { providers: [Broken, Stock] }, { create: { logger } });
    // What is said at start-up is another matter.
    logged.length = 0;
    client = await McpTestClient.inMemory(app, { protocolVersion: '2025-11-25' });
  });
  afterEach(() => app.close());
  afterAll(() => Logger.overrideLogger(false));

  const UPDATE = { method: UPDATED, params: { uri: 'shop://broken' } };

  async function subscribe(feed: () => unknown): Promise<void> {
    app.get(Broken).feed = feed;
    await client.subscribeResource('shop://broken');
    await settled();
  }

  it.each<[string, () => unknown, string]>([
    ['throws', throwing, 'Error: no source'],
    ['rejects', async () => throwing(), 'Error: no source'],
    ['fails', () => new Observable((to) => to.error(new Error('cut off'))), 'Error: cut off'],
    ['is none', () => 7, 'must return an Observable'],
    ['completes', () => of(1), 'it completed'],
  ])(
    '%s is logged, harms nobody, and is opened anew by the next first client',
    async (...given) => {
      const [, feed, words] = given;
      await subscribe(feed);
      expect(logged).toEqual([expect.stringContaining(words)]);
      expect(logged[0]).toContain('Broken.feeds');
      app.get(McpNotificationBus).resourceUpdated('shop://broken');
      expect(await client.nextNotification(UPDATED)).toMatchObject(UPDATE);

      await client.unsubscribeResource('shop://broken');
      await settled();
      const values = new Subject<unknown>();
      await subscribe(() => values);
      expect(values.observed).toBe(true);
      await client.unsubscribeResource('shop://broken');
      await settled();
      expect(values.observed).toBe(false);
    },
  );

  it('has a value at once tells it', async () => {
    await subscribe(() => of('now'));

    expect(await client.nextNotification(UPDATED)).toMatchObject(UPDATE);
  });
});

function throwing(): never {
  throw new Error('no source');
}
