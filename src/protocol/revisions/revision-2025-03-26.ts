import { revision20241105 } from './revision-2024-11-05.js';
import type { Revision } from './revision.interface.js';

/** Streamable HTTP, batches, tool annotations, audio, the completions capability. */
export const revision20250326: Revision = {
  ...revision20241105,
  version: '2025-03-26',
  hasBatches: true,
  hasProgressMessage: true,
  capabilities: new Set([...revision20241105.capabilities, 'completions']),
  members: {
    ...revision20241105.members,
    tool: new Set([...revision20241105.members.tool, 'annotations']),
  },
  contentTypes: new Set([...revision20241105.contentTypes, 'audio']),
};
