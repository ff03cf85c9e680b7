import { ErrorCode } from '../error-codes.js';
import { revision20251125 } from './revision-2025-11-25.js';
import type { Revision } from './revision.interface.js';

const { members, capabilities } = revision20251125;

/** Stateless: an envelope on every request, no handshake, no sessions. */
export const revision20260728: Revision = {
  ...revision20251125,
  version: '2026-07-28',
  era: 'modern',
  hasStreamPolling: false,
  // Changed roots are not told any more, and tasks have become an extension.
  clientCapabilities: new Set([
    'elicitation.form',
    'elicitation.url',
    'sampling',
    'sampling.tools',
    'sampling.context',
    'roots',
  ]),
  // Declared as an extension.
  capabilities: new Set([...capabilities].filter((name) => name !== 'tasks')),
  tasks: 'extension',
  hasExtensions: true,
  requests: new Set([
    'server/discover',
    'tools/list',
    'tools/call',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'subscriptions/listen',
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'tasks/get',
    'tasks/update',
    'tasks/cancel',
  ]),
  members: {
    ...members,
    tool: new Set([...members.tool].filter((member) => member !== 'execution')),
  },
  structuredContent: 'any',
  elicitation: { forms: 'full', url: 'plain' },
  codes: {
    overloaded: ErrorCode.OverloadedModern,
    unknownTool: ErrorCode.InvalidParams,
    unknownResource: ErrorCode.InvalidParams,
    readDenied: ErrorCode.ReadDeniedModern,
  },
};
