import { SKILLS_EXTENSION } from '../extension-id.js';
import { revision20250618 } from './revision-2025-06-18.js';
import type { Revision } from './revision.interface.js';

const { members } = revision20250618;

/** Streams that can be polled, icons, richer forms, URL elicitation, tools in sampling, core tasks. */
export const revision20251125: Revision = {
  ...revision20250618,
  version: '2025-11-25',
  hasStreamPolling: true,
  requests: new Set([
    ...revision20250618.requests,
    'tasks/get',
    'tasks/result',
    'tasks/list',
    'tasks/cancel',
  ]),
  capabilities: new Set([...revision20250618.capabilities, 'tasks']),
  tasks: 'core',
  extensions: new Set([SKILLS_EXTENSION]),
  clientCapabilities: new Set([
    ...revision20250618.clientCapabilities,
    'elicitation.url',
    'sampling.tools',
    'sampling.context',
    'tasks',
    'tasks.list',
    'tasks.cancel',
    'tasks.requests.sampling.createMessage',
    'tasks.requests.elicitation.create',
  ]),
  members: {
    tool: new Set([...members.tool, 'icons', 'execution']),
    resource: new Set([...members.resource, 'icons']),
    resourceTemplate: new Set([...members.resourceTemplate, 'icons']),
    prompt: new Set([...members.prompt, 'icons']),
    promptArgument: members.promptArgument,
    implementation: new Set([...members.implementation, 'icons', 'description', 'websiteUrl']),
  },
  elicitation: { forms: 'full', url: 'with-id' },
  hasSamplingTools: true,
};
