import type { Envelope } from '../protocol/envelope.js';
import { unsupportedVersion } from '../protocol/protocol-errors.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import type { ServedRevisions } from '../protocol/revisions/served-revisions.js';

/**
 * The revision a request names in its envelope. A legacy version there is not served either: it has
 * no envelopes.
 *
 * @throws McpException `-32022` naming the versions that are served
 */
export function resolveModernRevision(
  { protocolVersion }: Envelope,
  revisions: ServedRevisions,
): Revision {
  const revision = revisions.modern.find(({ version }) => version === protocolVersion);
  if (revision === undefined) throw unsupportedVersion(revisions.modernVersions, protocolVersion);
  return revision;
}
