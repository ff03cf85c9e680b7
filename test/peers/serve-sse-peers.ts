import type { INestApplication } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { configureApp } from '../../examples/bookshop/src/configure-app.js';
import { SseAppModule } from '../apps/peers/sse.app.module.js';

/** The server for peers of HTTP+SSE, on a free port of this machine. */
export async function serveSsePeers(
  adapter: AbstractHttpAdapter = new ExpressAdapter(),
): Promise<{ app: INestApplication; url: URL }> {
  // Clients may open a connection and never use it, which Node waits for when it closes a server.
  const options = { logger: false, forceCloseConnections: true } as const;
  const app = await NestFactory.create(SseAppModule, adapter, options);
  configureApp(app);
  app.setGlobalPrefix('api');
  await app.listen(0, '127.0.0.1');
  return { app, url: new URL('/api/sse', await app.getUrl()) };
}
