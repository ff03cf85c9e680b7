import type { Implementation } from '../protocol/implementation.interface.js';
import type { JsonObject } from '../protocol/json.js';
import { projectMembers } from '../protocol/project-members.js';
import type { CapabilityName, Revision } from '../protocol/revisions/revision.interface.js';

/** What a server says about itself. */
export interface ServerIdentity {
  readonly info: Implementation;
  readonly instructions: string | undefined;
  /** Capabilities that are declared. */
  readonly capabilities: ReadonlySet<CapabilityName>;
}

/** `serverInfo` as clients of the revision know it. */
export function serverInfoFor(identity: ServerIdentity, revision: Revision): JsonObject {
  return projectMembers(identity.info, 'implementation', revision);
}

/** The declared capabilities that the revision can express. */
export function capabilitiesFor(identity: ServerIdentity, revision: Revision): JsonObject {
  const declared = [...identity.capabilities].filter((name) => revision.capabilities.has(name));
  return Object.fromEntries(declared.map((name) => [name, {}]));
}
