import { isJsonObject } from '../../protocol/json.js';

/** What a person said: yes, or the words for everything else. */
export type ApprovalAnswer =
  { readonly approved: true } | { readonly approved: false; readonly detail: string };

/**
 * Reads the result of the question strictly: only `accept` with `approve: true` is a yes. No answer
 * can change anything but this.
 */
export function readApprovalAnswer(result: unknown): ApprovalAnswer {
  const { action, content } = isJsonObject(result) ? result : {};
  if (action === 'accept' && isJsonObject(content) && content.approve === true) {
    return { approved: true };
  }
  const said = action === 'accept' || action === 'decline' || action === 'cancel';
  return { approved: false, detail: said ? `user ${action}` : 'user declined' };
}
