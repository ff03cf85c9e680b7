import { jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpModule, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { silentLogger } from '../../support/silent-logger.js';

@Injectable()
class Clerk {
  @McpTool()
  serve(): string {
    return 'served';
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'shop', http: { legacySse: true } })],
  providers: [Clerk],
})
class AppModule {}

/** Sockets, pipes and timers that keep the process alive. */
const handles = () =>
  process
    .getActiveResourcesInfo()
    .filter((type) => type.endsWith('Wrap'))
    .toSorted();
const stdinListeners = () =>
  process.stdin.eventNames().map((event) => [event, process.stdin.listenerCount(event)]);

describe('an application context, as migrations and consoles make one,', () => {
  const timers = (['setTimeout', 'setInterval'] as const).map((name) => jest.spyOn(global, name));
  let app: INestApplicationContext;
  let before: { readonly handles: unknown; readonly stdin: unknown };

  beforeAll(async () => {
    before = { handles: handles(), stdin: stdinListeners() };
    app = await NestFactory.createApplicationContext(AppModule, { logger: silentLogger });
  });

  afterAll(() => {
    for (const timer of timers) timer.mockRestore();
  });

  it('starts no timer', () => {
    expect(timers.map(({ mock }) => mock.calls)).toEqual([[], []]);
  });

  it('neither listens nor reads', () => {
    expect({ handles: handles(), stdin: stdinListeners() }).toEqual(before);
    expect(process.stdin.isPaused() || process.stdin.readableFlowing === null).toBe(true);
  });

  it('serves callers inside the process', async () => {
    const client = await McpTestClient.inMemory(app);

    expect(await client.callTool('serve')).toMatchObject({ content: [{ text: 'served' }] });
  });

  it('closes, and leaves nothing behind', async () => {
    await expect(app.close()).resolves.toBeUndefined();
    expect({ handles: handles(), stdin: stdinListeners() }).toEqual(before);
  });
});
