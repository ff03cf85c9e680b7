import type { Revision } from '../../src/protocol/revisions/revision.interface.js';
import { ServedRevisions } from '../../src/protocol/revisions/served-revisions.js';

/** What is known of a revision. */
export function revisionOf(version: string): Revision {
  const revision = new ServedRevisions().find(version);
  if (revision === undefined) throw new Error(`there is no revision ${version}`);
  return revision;
}
