import type { Logger } from '@nestjs/common';
import type { Clock } from '../protocol/clock.js';
import type { ServedRevisions } from '../protocol/revisions/served-revisions.js';
import type { McpRegistry } from '../registry/mcp-registry.js';
import type { DispatchOptions } from './dispatch-options.interface.js';
import { CompletionCompleteHandler } from './handlers/completion-complete.handler.js';
import { InitializeHandler } from './handlers/initialize.handler.js';
import { LIST_METHODS, ListHandler } from './handlers/list.handler.js';
import { LoggingSetLevelHandler } from './handlers/logging-set-level.handler.js';
import { PingHandler } from './handlers/ping.handler.js';
import { PromptsGetHandler } from './handlers/prompts-get.handler.js';
import { ResourcesReadHandler } from './handlers/resources-read.handler.js';
import { ServerDiscoverHandler } from './handlers/server-discover.handler.js';
import { ToolsCallHandler } from './handlers/tools-call.handler.js';
import type { MethodHandler } from './method-handler.interface.js';
import type { ResultEncoder } from './result-encoder.js';
import type { ServerIdentity } from './server-identity.js';

/** What the handlers are made of. */
export interface DispatchParts {
  readonly registry: McpRegistry;
  readonly revisions: ServedRevisions;
  readonly identity: ServerIdentity;
  readonly encoder: ResultEncoder;
  readonly options: DispatchOptions;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Every method this package serves; which of them exist for a request, its revision says. */
export function createMethodTable(parts: DispatchParts): ReadonlyMap<string, MethodHandler> {
  const { registry, revisions, identity, encoder, options, logger } = parts;
  const handlers: readonly MethodHandler[] = [
    new InitializeHandler(revisions, identity),
    new PingHandler(),
    new ServerDiscoverHandler(revisions, identity),
    ...LIST_METHODS.map((list) => new ListHandler(list, registry, encoder, options.pageSize)),
    new ToolsCallHandler(registry, options, logger),
    new ResourcesReadHandler(registry, logger),
    new PromptsGetHandler(registry, logger),
    new CompletionCompleteHandler(registry, logger),
    new LoggingSetLevelHandler(),
  ];
  return new Map(handlers.map((handler) => [handler.method, handler]));
}
