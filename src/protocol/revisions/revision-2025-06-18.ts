import { revision20250326 } from './revision-2025-03-26.js';
import type { Revision } from './revision.interface.js';

const { members } = revision20250326;

/** Elicitation, structured output, resource links, titles and `_meta` on definitions. */
export const revision20250618: Revision = {
  ...revision20250326,
  version: '2025-06-18',
  hasBatches: false,
  hasVersionHeader: true,
  clientCapabilities: new Set([...revision20250326.clientCapabilities, 'elicitation.form']),
  members: {
    tool: new Set([...members.tool, 'title', 'outputSchema', '_meta']),
    resource: new Set([...members.resource, 'title', '_meta']),
    resourceTemplate: new Set([...members.resourceTemplate, 'title', '_meta']),
    prompt: new Set([...members.prompt, 'title', '_meta']),
    promptArgument: new Set([...members.promptArgument, 'title']),
    implementation: new Set([...members.implementation, 'title']),
  },
  contentTypes: new Set([...revision20250326.contentTypes, 'resource_link']),
  structuredContent: 'object',
  elicitation: { forms: 'basic', url: 'none' },
};
