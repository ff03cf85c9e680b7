/**
 * Serving over standard input and output. Importing this file takes standard output for the protocol,
 * so it must be the first import of `main.stdio.ts`.
 */
import { takeStdout } from './transports/stdio/take-stdout.js';

takeStdout();

export { runMcpStdio } from './transports/stdio/run-mcp-stdio.js';
export type { McpStdioOptions } from './transports/stdio/run-mcp-stdio.js';
