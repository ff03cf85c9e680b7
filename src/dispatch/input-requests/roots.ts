import { isJsonObject } from '../../protocol/json.js';
import type { InputRequest } from './input-request.interface.js';
import { InvalidAnswerError } from './input-request.interface.js';

/**
 * A directory or file the client works with (every revision, Roots). It is advice, not a right.
 *
 * @deprecated since 2026-07-28, where it still works; may go with the first revision on or after
 *   2027-07-28. Take directories and files as arguments, as resources, or from configuration instead.
 * @publicApi
 */
export interface Root {
  /** A `file:` URI. */
  readonly uri: string;
  readonly name?: string;
}

/** Asks the client for its roots. */
export const rootsRequest: InputRequest<readonly Root[]> = {
  method: 'roots/list',
  params: {},
  needs: ['roots'],
  read(result) {
    const roots: unknown = isJsonObject(result) ? result.roots : undefined;
    if (Array.isArray(roots) && roots.every(isRoot)) return roots;
    throw new InvalidAnswerError('is not a list of roots');
  },
};

const isRoot = (value: unknown): value is Root =>
  isJsonObject(value) &&
  typeof value.uri === 'string' &&
  value.uri.startsWith('file:') &&
  (value.name === undefined || typeof value.name === 'string');
