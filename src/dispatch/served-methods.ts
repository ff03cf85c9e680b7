import type { CapabilityName, Revision } from '../protocol/revisions/revision.interface.js';
import { isSpecified } from '../protocol/revisions/revisions.js';
import type { Connection } from '../sessions/connection.js';
import type { ActiveCall } from './active-call.js';
import type { CapabilityFlag } from './declared-capabilities.js';
import { UnknownMethodHandler } from './handlers/unknown-method.handler.js';
import type { RequestHooks } from './hooks/request-hooks.js';
import type { MethodHandler } from './method-handler.interface.js';
import type { ServerIdentity } from './server-identity.js';
import { hasExtension } from './server-identity.js';

/** What decides which methods exist. */
export interface ServedMethodParts {
  /** What this server declares. */
  readonly identity: ServerIdentity;
  readonly requestHooks: RequestHooks;
}

/**
 * The methods that exist for a request: those its revision has, whose capability and extension this
 * server declares, and whatever the application serves itself.
 */
export class ServedMethods {
  constructor(
    private readonly table: ReadonlyMap<string, MethodHandler>,
    private readonly parts: ServedMethodParts,
  ) {}

  /** Every method of ours, whatever the revision. */
  get all(): readonly MethodHandler[] {
    return [...this.table.values()];
  }

  /** The method, if requests of this revision, and of this legacy connection, may use it. */
  find(method: string, revision: Revision, connection?: Connection): MethodHandler | undefined {
    const handler = this.table.get(method);
    if (handler === undefined && !isSpecified(method)) return this.unknownMethod(method);
    if (handler === undefined || !this.isIn(handler, revision)) return undefined;
    if (handler.needsLasting === true && connection?.isLasting === false) return undefined;
    if (handler.capability === undefined) return handler;
    return this.isDeclared(handler.capability, handler.capabilityFlag) ? handler : undefined;
  }

  /** True for a method of ours; what only the application may know, clients can name as they like. */
  knows({ method, context }: ActiveCall): boolean {
    const { revision, connection } = context;
    return this.table.has(method) && this.find(method, revision, connection) !== undefined;
  }

  /** The methods of an extension are where it is declared. */
  private isIn({ method, extension }: MethodHandler, revision: Revision): boolean {
    if (extension === undefined) return revision.requests.has(method);
    return revision.extensions.has(extension) && hasExtension(this.parts.identity, extension);
  }

  private isDeclared(capability: CapabilityName, flag: CapabilityFlag | undefined): boolean {
    const flags = this.parts.identity.capabilities.get(capability);
    return flags !== undefined && (flag === undefined || flags[flag] === true);
  }

  /** The application may serve methods of its own. */
  private unknownMethod(method: string): MethodHandler | undefined {
    return this.parts.requestHooks.takes(method) ? new UnknownMethodHandler(method) : undefined;
  }
}
