import { McpTestClient } from 'nest-mcp/testing';
import { ERAS } from './boot-app.js';

/** Every way a test client may speak, for `describe.each`. */
export const TEST_CLIENTS = (['inMemory', 'overHttp'] as const).flatMap((link) =>
  ERAS.map((protocolVersion) => ({
    link,
    protocolVersion,
    connect: McpTestClient[link],
    isModern: protocolVersion === '2026-07-28',
  })),
);
