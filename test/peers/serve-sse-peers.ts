import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { configureApp } from '../../examples/bookshop/src/configure-app.js';
import { SseAppModule } from '../apps/peers/sse.app.module.js';

/** The server for peers of HTTP+SSE, on a free port of this machine. */
export async function serveSsePeers(): Promise<{ app: INestApplication; url: URL }> {
  const app = await NestFactory.create(SseAppModule, { logger: false });
  configureApp(app);
  app.setGlobalPrefix('api');
  await app.listen(0, '127.0.0.1');
  return { app, url: new URL('/api/sse', await app.getUrl()) };
}
