import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';

const ACTIONS: ReadonlySet<unknown> = new Set(['accept', 'decline', 'cancel']);

/** What a person said: yes, or the words for everything else. */
export type ApprovalAnswer =
  | {
      readonly approved: true;
      /** Uses the approval up; called in the slot in which the tool then runs. */
      readonly spend?: () => Promise<void>;
    }
  | { readonly approved: false; readonly detail: string };

/**
 * Reads the result of the question strictly: only `accept` with `approve: true` is a yes. No answer
 * can change anything but this.
 */
export function readApprovalAnswer(result: unknown): ApprovalAnswer {
  const { action, content } = isJsonObject(result) ? result : {};
  if (action === 'accept' && isJsonObject(content) && content.approve === true) {
    return { approved: true };
  }
  return { approved: false, detail: isAction(action) ? `user ${action}` : 'user declined' };
}

/** True for a value that is the result of an elicitation, whatever it says. */
export const isElicitResult = (value: unknown): value is JsonObject =>
  isJsonObject(value) && isAction(value.action);

const isAction = (action: unknown): action is string => ACTIONS.has(action);
