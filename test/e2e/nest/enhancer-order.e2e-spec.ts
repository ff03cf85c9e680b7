import type { INestApplication } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { McpTestClient } from 'nest-mcp/testing';
import request from 'supertest';
import type { Server } from 'node:http';
import {
  Counter,
  CounterController,
  PlainCounter,
  trail,
  TrailFilter,
  TrailGuard,
  TrailInterceptor,
  TrailPipe,
} from '../../apps/enhancer-trail.js';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

/** Enhancers bound in a module apply everywhere, as Nest documents. */
@Module({
  providers: [
    { provide: APP_GUARD, useValue: new TrailGuard('module') },
    { provide: APP_INTERCEPTOR, useValue: new TrailInterceptor('module') },
    { provide: APP_PIPE, useValue: new TrailPipe('module') },
    { provide: APP_FILTER, useValue: new TrailFilter('module') },
  ],
})
class EnhancerModule {}

function useGlobals(app: INestApplication): void {
  app.useGlobalGuards(new TrailGuard('global'));
  app.useGlobalInterceptors(new TrailInterceptor('global'));
  app.useGlobalPipes(new TrailPipe('global'));
}

describe.each(PLATFORMS)('enhancers on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    const metadata = {
      imports: [EnhancerModule],
      providers: [Counter, PlainCounter],
      controllers: [CounterController],
    };
    app = await bootApp(platform, metadata, { configure: useGlobals });
  });

  afterAll(() => app.close());

  const call = async (protocolVersion: string, name: string, args = {}) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion });
    trail.length = 0;
    return client.callTool(name, args);
  };

  it.each(ERAS)('run in the order Nest documents in %s', async (era) => {
    await call(era, 'count', { to: 3 });

    expect(trail).toEqual([
      'guard module',
      'guard global',
      'guard class',
      'guard method 1',
      'guard method 2',
      'before module',
      'before global',
      'before class',
      'before method',
      'pipe module',
      'pipe global',
      'pipe class',
      'pipe method',
      'pipe parameter',
      'method',
      'after method',
      'after class',
      'after global',
      'after module',
    ]);
  });

  it.each(ERAS)('run in the same order as around a route in %s', async (era) => {
    trail.length = 0;
    await request(app.getHttpServer() as Server)
      .post('/counter')
      .send({ to: 3 });
    const aroundRoute = [...trail];

    await call(era, 'count', { to: 3 });

    expect(trail).toEqual(aroundRoute);
  });

  it.each(ERAS)('let only guards run when the arguments are invalid in %s', async (era) => {
    await call(era, 'count', { to: 'three' });

    expect(trail).toEqual([
      'guard module',
      'guard global',
      'guard class',
      'guard method 1',
      'guard method 2',
    ]);
  });

  it.each(ERAS)('answer invalid arguments naming the field in %s', async (era) => {
    const result = await call(era, 'count', { to: 'three' });

    expect(resultText(result)).toContain('to: must be an integer number');
  });

  it.each([
    { tool: 'fail', filter: 'filter method' },
    { tool: 'fail_in_class', filter: 'filter class' },
    { tool: 'plain_fail', filter: 'filter module' },
  ])('let the innermost filter have $tool', async ({ tool, filter }) => {
    await call('2026-07-28', tool);

    expect(trail.filter((step) => step.startsWith('filter'))).toEqual([filter]);
  });
});
