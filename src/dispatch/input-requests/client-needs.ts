import type { ClientCapabilities } from '../../protocol/client-capabilities.interface.js';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';

/** What a client must have declared before it may be asked for something. */
export type ClientNeed =
  | 'elicitation.form'
  | 'elicitation.url'
  | 'sampling'
  | 'sampling.tools'
  | 'sampling.context'
  | 'roots';

const DECLARED: Readonly<Record<ClientNeed, (client: ClientCapabilities) => boolean>> = {
  // An empty object means forms; a client that lists only `url` cannot show one (2025-11-25).
  'elicitation.form': ({ elicitation }) =>
    isJsonObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined),
  'elicitation.url': ({ elicitation }) => isJsonObject(elicitation?.url),
  sampling: ({ sampling }) => isJsonObject(sampling),
  'sampling.tools': ({ sampling }) => isJsonObject(sampling?.tools),
  'sampling.context': ({ sampling }) => isJsonObject(sampling?.context),
  roots: ({ roots }) => isJsonObject(roots),
};

const SERVED: Readonly<Record<ClientNeed, (revision: Revision) => boolean>> = {
  'elicitation.form': ({ elicitation }) => elicitation !== undefined,
  'elicitation.url': ({ elicitation }) => elicitation !== undefined && elicitation.url !== 'none',
  sampling: () => true,
  'sampling.tools': ({ hasSamplingTools }) => hasSamplingTools,
  'sampling.context': () => true,
  roots: () => true,
};

/** True when the client declared it. */
export const isDeclared = (need: ClientNeed, client: ClientCapabilities): boolean =>
  DECLARED[need](client);

/** What this client lacks of it. */
export const missingNeeds = (
  needs: readonly ClientNeed[],
  revision: Revision,
  client: ClientCapabilities,
): readonly ClientNeed[] =>
  needs.filter((need) => !SERVED[need](revision) || !isDeclared(need, client));

/** The capabilities that would meet the needs: `data.requiredCapabilities` of `-32021`. */
export function capabilitiesFor(needs: Iterable<ClientNeed>): JsonObject {
  const capabilities: Record<string, Record<string, object>> = {};
  for (const need of needs) {
    const [name = need, mode] = need.split('.');
    const settings = (capabilities[name] ??= {});
    if (mode !== undefined) settings[mode] = {};
  }
  return capabilities;
}
