import type { CapabilityName, Revision } from '../../protocol/revisions/revision.interface.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { ListEntry, ListName } from '../../registry/list-entries.js';
import { listEntries } from '../../registry/list-entries.js';
import type { McpRegistry } from '../../registry/mcp-registry.js';
import { decodeCursor, encodeCursor } from '../cursor.js';
import type { MethodCall, MethodHandler } from '../method-handler.interface.js';
import { PreparedResult } from '../prepared-result.js';
import type { ResultEncoder } from '../result-encoder.js';

/** One list method. */
export interface ListMethod {
  readonly method: string;
  readonly capability: CapabilityName;
  readonly list: ListName;
}

/** The four list methods of the protocol. */
export const LIST_METHODS: readonly ListMethod[] = [
  { method: 'tools/list', capability: 'tools', list: 'tools' },
  { method: 'resources/list', capability: 'resources', list: 'resources' },
  { method: 'resources/templates/list', capability: 'resources', list: 'resourceTemplates' },
  { method: 'prompts/list', capability: 'prompts', list: 'prompts' },
];

/**
 * Serves a list, whole or in pages. Pages are written once per revision and position and then sent
 * as they are, so that a list costs its bytes and nothing else.
 */
export class ListHandler implements MethodHandler {
  readonly method: string;
  readonly capability: CapabilityName;
  private readonly list: ListName;
  private readonly pages = new Map<Revision, Map<string | undefined, PreparedResult>>();

  constructor(
    { method, capability, list }: ListMethod,
    private readonly registry: McpRegistry,
    private readonly encoder: ResultEncoder,
    private readonly pageSize: number | undefined,
  ) {
    this.method = method;
    this.capability = capability;
    this.list = list;
  }

  handle({ params, context }: MethodCall): PreparedResult {
    const after = this.readPosition(params.cursor);
    const pages = this.pages.get(context.revision) ?? new Map<string | undefined, PreparedResult>();
    const known = pages.get(after);
    if (known !== undefined) return known;
    const page = this.preparePage(context.revision, after);
    this.pages.set(context.revision, pages.set(after, page));
    return page;
  }

  private preparePage(revision: Revision, after: string | undefined): PreparedResult {
    const entries = listEntries(this.registry, this.list, revision);
    const start = after === undefined ? 0 : positionAfter(entries, after, this.method);
    const end = start + (this.pageSize ?? entries.length);
    const last = entries[end - 1];
    const result = {
      [this.list]: entries.slice(start, end).map(({ value }) => value),
      ...(end < entries.length && last && { nextCursor: encodeCursor(this.method, last.key) }),
    };
    return new PreparedResult(JSON.stringify(this.encoder.complete(result, this.method, revision)));
  }

  /** An empty string is a cursor too, and not one of ours (every revision, Pagination). */
  private readPosition(cursor: unknown): string | undefined {
    if (cursor === undefined) return undefined;
    const position = typeof cursor === 'string' ? decodeCursor(this.method, cursor) : undefined;
    if (position === undefined) throw badCursor(this.method);
    return position;
  }
}

function positionAfter(entries: readonly ListEntry[], key: string, method: string): number {
  const index = entries.findIndex((entry) => entry.key === key);
  if (index === -1) throw badCursor(method);
  return index + 1;
}

const badCursor = (method: string) => invalidParams(`${method}: cursor is not one of this list`);
