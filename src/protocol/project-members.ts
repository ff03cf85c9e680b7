import type { JsonObject } from './json.js';
import type { DefinitionKind, Revision } from './revisions/revision.interface.js';

/** A definition reduced to the members that clients of the revision know; absent members stay absent. */
export function projectMembers(
  definition: object,
  kind: DefinitionKind,
  revision: Revision,
): JsonObject {
  const known = revision.members[kind];
  return Object.fromEntries(
    Object.entries(definition).filter(
      ([member, value]: [string, unknown]) => known.has(member) && value !== undefined,
    ),
  );
}
