import type { ClientCapabilities } from './client-capabilities.interface.js';
import type { ClientCapabilityName } from './client-capability-name.js';
import { CLIENT_CAPABILITY_NAMES } from './client-capability-name.js';
import { isExtensionId } from './extension-id.js';
import type { JsonObject } from './json.js';
import { isJsonObject } from './json.js';
import type { Revision } from './revisions/revision.interface.js';

/**
 * Something a client may be able to do: a capability of the protocol, or an extension by its
 * identifier, as `extensions.io.modelcontextprotocol/ui`.
 *
 * `elicitation` alone is missing on purpose: a client that can show a form need not be able to open an
 * address.
 *
 * @publicApi
 */
export type ClientCapability =
  ClientCapabilityName | `extensions.${string}` | `experimental.${string}`;

/**
 * True when the client declared the capability, and its revision has it.
 *
 * @throws TypeError for a capability there is not
 */
export function clientSupports(
  capability: ClientCapability,
  revision: Revision,
  client: ClientCapabilities,
): boolean {
  const known = requireKnown(capability);
  return (
    (known === undefined || revision.clientCapabilities.has(known)) &&
    isDeclared(capability, client)
  );
}

/** True when the client declared the capability. */
function isDeclared(capability: ClientCapability, client: ClientCapabilities): boolean {
  // An empty object means forms; a client that lists only `url` cannot show one (2025-11-25).
  if (capability === 'elicitation.form' && isJsonObject(client.elicitation)) {
    const { form, url } = client.elicitation;
    return form !== undefined || url === undefined;
  }
  const declared = pathOf(capability).reduce<unknown>(ownMember, client);
  return capability === 'roots.listChanged' ? declared === true : isJsonObject(declared);
}

/** The least a client must declare to have all of these. */
export function declarationOf(capabilities: Iterable<ClientCapability>): JsonObject {
  const declaration: Record<string, unknown> = {};
  for (const capability of capabilities) {
    let place = declaration;
    for (const member of pathOf(capability)) {
      place = (place[member] ??= {}) as Record<string, unknown>;
    }
  }
  return declaration;
}

const NAMES = new Set<string>(CLIENT_CAPABILITY_NAMES);

/** `undefined` for what every revision lets clients declare: capabilities are open sets. */
function requireKnown(capability: ClientCapability): ClientCapabilityName | undefined {
  if (NAMES.has(capability)) return capability as ClientCapabilityName;
  const [kind, id = ''] = pathOf(capability);
  if (kind === 'experimental' && id !== '') return undefined;
  if (kind === 'extensions' && isExtensionId(id)) return undefined;
  throw new TypeError(
    `"${capability}" is no capability of clients; there are ${CLIENT_CAPABILITY_NAMES.join(', ')}, ` +
      'extensions.<identifier> and experimental.<name>',
  );
}

/** Identifiers of extensions have dots of their own. */
function pathOf(capability: ClientCapability): readonly string[] {
  const [, kind, id] = /^(extensions|experimental)\.(.*)$/s.exec(capability) ?? [];
  return kind === undefined || id === undefined ? capability.split('.') : [kind, id];
}

/** The client chose the object's members, so that inherited ones are none. */
const ownMember = (value: unknown, member: string): unknown =>
  isJsonObject(value) && Object.hasOwn(value, member) ? value[member] : undefined;
