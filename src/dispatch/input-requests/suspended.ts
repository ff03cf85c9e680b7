import { UNFILTERED } from '../../registry/handlers/unfiltered.js';

/** Rejects a question whose answer has yet to come, so that the handler ends. It is no error. */
export const SUSPENDED: object = Object.freeze({
  [UNFILTERED]: true,
  toString: () => 'a question to the client is open; the method is run again with the answer',
});
