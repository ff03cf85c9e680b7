import type { CallToolResult } from '../../protocol/content.interface.js';
import { downgradeContent } from '../../protocol/downgrade-content.js';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';

/** A failure the model can read and react to. */
export function errorResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** A call the policy or the person refused. */
export function denied(tool: string, decision: 'deny' | 'ask', detail: string): CallToolResult {
  return errorResult(JSON.stringify({ error: 'authorization_required', tool, decision, detail }));
}

/** Leaves out what clients of the revision do not know or could not parse. */
export function toolResultFor(result: CallToolResult, revision: Revision): JsonObject {
  const { structuredContent, content, ...rest } = result;
  const shown = { content: downgradeContent(content, revision), ...rest };
  if (!('structuredContent' in result) || revision.structuredContent === 'none') return shown;
  if (revision.structuredContent === 'object' && !isJsonObject(structuredContent)) return shown;
  return { ...shown, structuredContent };
}
