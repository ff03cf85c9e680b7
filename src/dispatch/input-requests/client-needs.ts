import type { ClientCapabilities } from '../../protocol/client-capabilities.interface.js';
import type { ClientCapabilityName } from '../../protocol/client-capability-name.js';
import { clientSupports } from '../../protocol/client-capability.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';

/** What a client must have declared before it may be asked for something. */
export type ClientNeed = Extract<
  ClientCapabilityName,
  | 'elicitation.form'
  | 'elicitation.url'
  | 'sampling'
  | 'sampling.tools'
  | 'sampling.context'
  | 'roots'
>;

/** What this client lacks of it. */
export const missingNeeds = (
  needs: readonly ClientNeed[],
  revision: Revision,
  client: ClientCapabilities,
): readonly ClientNeed[] => needs.filter((need) => !clientSupports(need, revision, client));
