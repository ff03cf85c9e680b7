import type { AnswerKind } from './world.js';

/** What a client sends as the answer to a question. */
export const ANSWERS: Readonly<Record<AnswerKind, { result?: unknown; error?: unknown }>> = {
  approve: { result: { action: 'accept', content: { approve: true } } },
  decline: { result: { action: 'decline' } },
  cancel: { result: { action: 'cancel' } },
  acceptNo: { result: { action: 'accept', content: { approve: false } } },
  acceptText: { result: { action: 'accept', content: { approve: 'true' } } },
  noAction: { result: { content: { approve: true } } },
  error: { error: { code: -1, message: 'the window was closed' } },
  both: {
    result: { action: 'accept', content: { approve: true } },
    error: { code: -1, message: 'the window was closed' },
  },
};
