import { ErrorCode } from '../error-codes.js';
import type { Revision } from './revision.interface.js';

/** First release: stdio and HTTP+SSE, text, image and embedded resources. */
export const revision20241105: Revision = {
  version: '2024-11-05',
  era: 'legacy',
  requests: new Set([
    'initialize',
    'ping',
    'tools/list',
    'tools/call',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'resources/subscribe',
    'resources/unsubscribe',
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'logging/setLevel',
  ]),
  // Completion exists but could not be declared yet.
  capabilities: new Set(['tools', 'resources', 'prompts', 'logging']),
  clientCapabilities: new Set(['roots', 'roots.listChanged', 'sampling']),
  tasks: 'none',
  hasExtensions: false,
  extensions: new Set(),
  members: {
    tool: new Set(['name', 'description', 'inputSchema']),
    resource: new Set(['uri', 'name', 'description', 'mimeType', 'annotations', 'size']),
    resourceTemplate: new Set(['uriTemplate', 'name', 'description', 'mimeType', 'annotations']),
    prompt: new Set(['name', 'description', 'arguments']),
    promptArgument: new Set(['name', 'description', 'required']),
    implementation: new Set(['name', 'version']),
  },
  contentTypes: new Set(['text', 'image', 'resource']),
  structuredContent: 'none',
  hasBatches: false,
  hasVersionHeader: false,
  hasProgressMessage: false,
  elicitation: undefined,
  hasSamplingTools: false,
  hasStreamPolling: false,
  codes: {
    overloaded: ErrorCode.Overloaded,
    unknownTool: ErrorCode.MethodNotFound,
    unknownResource: ErrorCode.ResourceNotFound,
    readDenied: ErrorCode.ReadDenied,
  },
};
