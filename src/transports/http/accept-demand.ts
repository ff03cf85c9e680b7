import type { AcceptedTypes } from './accepted-types.js';

/** What a client must accept, so that a request can be answered. */
export interface AcceptDemand {
  readonly words: string;
  readonly isMet: (accepts: AcceptedTypes | undefined) => boolean;
}

export const EITHER: AcceptDemand = {
  words: 'application/json or text/event-stream',
  isMet: (accepts) => accepts !== undefined,
};

export const STREAM: AcceptDemand = {
  words: 'text/event-stream',
  isMet: (accepts) => accepts?.stream === true,
};

/** For answers without a body, and for refusals that say more than 406 does. */
export const NOTHING: AcceptDemand = { words: '', isMet: () => true };
