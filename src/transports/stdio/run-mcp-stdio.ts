import type { INestApplication, NestApplicationOptions, Type } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { DEFAULT_SERVER_ID, serverToken } from '../../mcp.tokens.js';
import { ServedTransports } from '../served-transports.js';
import { findRootModule } from './find-root-module.js';
import { StdioTransport } from './stdio-transport.js';
import { takeStdout } from './take-stdout.js';

/**
 * Options of {@link runMcpStdio}.
 *
 * @publicApi
 */
export interface McpStdioOptions {
  /** What `main.ts` does to the application: global pipes, guards, filters, prefix. */
  readonly configure?: (app: INestApplication) => unknown;
  /** Which server of the application to serve; default: the default server. */
  readonly server?: string;
  /** The platform, if it is not Express. Nothing listens. */
  readonly adapter?: AbstractHttpAdapter;
  /** Passed to `NestFactory.create()`. */
  readonly nest?: NestApplicationOptions;
}

/**
 * Serves an application's MCP server over standard input and output until the client is gone: the
 * input ends or fails, or the output fails. Then running calls may finish within
 * `limits.shutdownGraceMs`, the application is shut down, and the process exits with code 0. Signals
 * shut it down as `enableShutdownHooks()` does; the promise resolves when the application stops that
 * way. The module is imported late, because a dependency that prints when it is imported would corrupt
 * the protocol.
 *
 * @example
 * ```ts
 * import { runMcpStdio } from 'nest-mcp/stdio';
 * await runMcpStdio(() => import('./app.module.js'));
 * ```
 * @param load imports the root module, or the file that exports it
 * @throws McpConfigurationError when the root module is not clear, and whatever fails while the
 *   application starts
 * @publicApi
 */
export async function runMcpStdio(
  load: () => Promise<object>,
  options: McpStdioOptions = {},
): Promise<void> {
  const output = takeStdout();
  const app = await createApplication(findRootModule(await load()), options);
  await options.configure?.(app);
  const { server = DEFAULT_SERVER_ID } = options;
  serveStdioOnly(app, server);
  app.enableShutdownHooks();
  await app.init();
  const transport: StdioTransport = app.get(serverToken(StdioTransport, server), { strict: false });
  // Reading may be the last thing that keeps the process alive, while calls still wait.
  const { port1: alive } = new MessageChannel();
  alive.ref();
  const end = await transport.serve(process.stdin, output);
  // Whoever stops the application ends the process: Nest by the signal, or the application itself.
  if (end === 'stopped') return alive.close();
  // Before the application's own hooks take away what the calls work with.
  await transport.drain();
  await app.close();
  // The client is gone, and what an application forgets to close must not outlive it.
  process.exit();
}

/** Nothing of the application listens, so none of its servers is open to a network. */
function serveStdioOnly(app: INestApplication, server: string): void {
  const chosen = serverToken(ServedTransports, server);
  app.get<ServedTransports>(chosen, { strict: false }).stdio = true;
  for (const { providers } of app.get(ModulesContainer).values()) {
    for (const { instance } of providers.values()) {
      if (instance instanceof ServedTransports) instance.http = false;
    }
  }
}

function createApplication(
  module: Type<unknown>,
  { adapter, nest }: McpStdioOptions,
): Promise<INestApplication> {
  const options = { abortOnError: false, ...nest };
  return adapter === undefined
    ? NestFactory.create(module, options)
    : NestFactory.create(module, adapter, options);
}
