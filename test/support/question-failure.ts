import type { McpContext, McpClientRequestError } from 'nest-mcp';
import { said } from './direct-peer.js';

/** Why a question failed, as the handler sees it. */
export const why = (ctx: McpContext, timeoutMs?: number) =>
  ctx.listRoots(timeoutMs === undefined ? {} : { timeoutMs }).then(
    () => 'answered',
    (error: McpClientRequestError) => {
      const { name, reason, message, code, data } = error;
      return JSON.stringify({ name, reason, message, code, data });
    },
  );

/** What `why` told. */
export const failed = (reply: Parameters<typeof said>[0]) =>
  JSON.parse(said(reply) ?? 'null') as Record<string, unknown>;
