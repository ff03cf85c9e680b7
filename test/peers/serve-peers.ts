import type { INestApplication } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { join } from 'node:path';
import { configureApp } from '../../examples/bookshop/src/configure-app.js';
import { AppModule } from '../apps/peers/app.module.js';
import { compiledApps } from '../support/compiled-apps.js';

/** The server for peers, on a free port of this machine. */
export async function servePeers(
  adapter: AbstractHttpAdapter = new ExpressAdapter(),
): Promise<{ app: INestApplication; url: URL }> {
  // Clients may open a connection and never use it, which Node waits for when it closes a server.
  const options = { logger: false, forceCloseConnections: true } as const;
  const app = await NestFactory.create(AppModule, adapter, options);
  configureApp(app);
  await app.listen(0, '127.0.0.1');
  return { app, url: new URL('/mcp', await app.getUrl()) };
}

/** How a client starts the same server as a process of its own. */
export async function peersCommand() {
  const main = join(await compiledApps(), 'test/apps/peers/main.stdio.js');
  return { command: process.execPath, args: [main], stderr: 'ignore' as const };
}
