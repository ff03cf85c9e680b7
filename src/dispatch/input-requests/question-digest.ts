import { digestOf } from '../request-state/request-states.js';
import type { InputRequest } from './input-request.interface.js';

/** Stands for what a question says. The id of a URL question says nothing; each has a new one. */
export function questionDigest({ method, params }: InputRequest<unknown>): string {
  const { elicitationId: _elicitationId, ...words } = params;
  return digestOf({ method, params: words });
}
