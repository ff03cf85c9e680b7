import type { Implementation } from '../protocol/implementation.interface.js';
import type { JsonObject } from '../protocol/json.js';
import { projectMembers } from '../protocol/project-members.js';
import type { CapabilityName, Revision } from '../protocol/revisions/revision.interface.js';
import { TASKS_EXTENSION } from '../protocol/extension-id.js';
import type { CapabilityFlags, DeclaredCapabilities } from './declared-capabilities.js';

/** What a server says about itself. Hooks of the application may settle it before anything is served. */
export interface ServerIdentity {
  info: Implementation;
  readonly instructions: string | undefined;
  capabilities: DeclaredCapabilities;
  /** Extensions that are declared, by their identifier, with their settings. */
  readonly extensions?: Readonly<Record<string, JsonObject>>;
}

/** `serverInfo` as clients of the revision know it. */
export function serverInfoFor(identity: ServerIdentity, revision: Revision): JsonObject {
  return projectMembers(identity.info, 'implementation', revision);
}

/**
 * True when the capability can be had: log messages have a threshold, which a connection that does not
 * last cannot remember.
 */
export function hasCapability(
  { capabilities }: ServerIdentity,
  name: CapabilityName,
  isLasting: boolean,
): boolean {
  return capabilities.has(name) && (isLasting || name !== 'logging');
}

/** True when the extension is declared to clients of revisions that have it. */
export const hasExtension = ({ extensions = {} }: ServerIdentity, id: string): boolean =>
  Object.hasOwn(extensions, id);

/** True when clients are told of changes of this list. */
export const tellsChanges = ({ capabilities }: ServerIdentity, list: string): boolean =>
  capabilities.get(list as CapabilityName)?.listChanged === true;

/** Declared extensions. Tasks are a capability of ours, which the revision makes one. */
const extensionsOf = ({
  extensions,
  capabilities,
}: ServerIdentity): Record<string, JsonObject> => ({
  ...extensions,
  ...(capabilities.has('tasks') && { [TASKS_EXTENSION]: {} }),
});

/** A list of tasks needs an owner, which a session is, and nothing less. */
const tasksAsWritten = ({ list }: CapabilityFlags, isLasting: boolean): JsonObject => ({
  ...(list === true && isLasting && { list: {} }),
  cancel: {},
  requests: { tools: { call: {} } },
});

const written = (
  [name, flags]: readonly [CapabilityName, CapabilityFlags],
  isLasting: boolean,
): readonly [string, JsonObject] => {
  if (name === 'tasks') return [name, tasksAsWritten(flags, isLasting)];
  return [name, isLasting ? flags : {}];
};

/**
 * The declared capabilities that the revision can express.
 *
 * @param isLasting false where nothing can be remembered or sent after an answer
 */
export function capabilitiesFor(
  identity: ServerIdentity,
  revision: Revision,
  isLasting = true,
): JsonObject {
  const declared = [...identity.capabilities].filter(
    ([name]) => revision.capabilities.has(name) && hasCapability(identity, name, isLasting),
  );
  const extensions = Object.fromEntries(
    Object.entries(extensionsOf(identity)).filter(
      ([id]) => revision.hasExtensions || revision.extensions.has(id),
    ),
  );
  return {
    ...Object.fromEntries(declared.map((part) => written(part, isLasting))),
    ...(Object.keys(extensions).length > 0 && { extensions }),
  };
}
