import type { Message, SurfaceLink } from './surface-link.interface.js';

export const LOG_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';

/**
 * Sets the threshold of the raw peer as its era does: on the connection up to 2025-11-25, in the
 * request in 2026-07-28. Gives the `_meta` of the next request.
 */
export async function atLogLevel(link: SurfaceLink, level: string): Promise<Message> {
  if (link.era === 'modern') return { [LOG_LEVEL_KEY]: level };
  await link.ask('logging/setLevel', { level });
  return {};
}
