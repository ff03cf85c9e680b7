import { Injectable, Module } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { AddressInfo, Server } from 'node:net';
import { McpContext, McpModule, McpTool } from 'nest-mcp';

@Injectable()
class Factory {
  /** Works until it is told to stop. */
  @McpTool()
  async work(context: McpContext): Promise<string> {
    await context.progress(1);
    return new Promise((_resolve, reject) => {
      context.signal.addEventListener('abort', () => reject(context.signal.reason));
    });
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'watched', limits: { shutdownGraceMs: 50 } })],
  providers: [Factory],
})
class AppModule {}

const { PLATFORM, HOOKS, PORT = '0' } = process.env;
const adapter: AbstractHttpAdapter =
  PLATFORM === 'Fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(AppModule, adapter, { logger: false });
if (HOOKS === 'signal') app.enableShutdownHooks();
if (HOOKS === 'exit') app.enableShutdownHooks([], { useProcessExit: true });
await app.listen(Number(PORT), '127.0.0.1');
const server = app.getHttpServer() as Server;
process.stdout.write(`listening on ${(server.address() as AddressInfo).port}\n`);
