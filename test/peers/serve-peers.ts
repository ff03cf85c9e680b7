import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { join } from 'node:path';
import { configureApp } from '../../examples/bookshop/src/configure-app.js';
import { AppModule } from '../apps/peers/app.module.js';
import { compiledApps } from '../support/compiled-apps.js';

/** The server for peers, on a free port of this machine. */
export async function servePeers(): Promise<{ app: INestApplication; url: URL }> {
  const app = await NestFactory.create(AppModule, { logger: false });
  configureApp(app);
  await app.listen(0, '127.0.0.1');
  return { app, url: new URL('/mcp', await app.getUrl()) };
}

/** How a client starts the same server as a process of its own. */
export async function peersCommand() {
  const main = join(await compiledApps(), 'test/apps/peers/main.stdio.js');
  return { command: process.execPath, args: [main], stderr: 'ignore' as const };
}
