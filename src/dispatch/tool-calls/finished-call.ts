import type { CallToolResult } from '../../protocol/content.interface.js';
import type { JsonObject } from '../../protocol/json.js';
import type { NO_REPLY } from '../hooks/no-reply.js';

/** What a call of a tool comes to, before it is fitted to the revision of its client. */
export type FinishedCall =
  | { readonly kind: 'result'; readonly result: CallToolResult }
  /** What `onRequest` made of it, which goes out as it is. */
  | { readonly kind: 'taken'; readonly result: JsonObject | typeof NO_REPLY };

/** A call that came to a result. */
export const finished = (result: CallToolResult): FinishedCall => ({ kind: 'result', result });
