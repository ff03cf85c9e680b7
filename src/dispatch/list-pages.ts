import type { CacheHint } from '../protocol/cache-hint.interface.js';
import { invalidParams } from '../protocol/protocol-errors.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import type { ListName } from '../registry/definitions.interface.js';
import type { ListEntry } from '../registry/list-entries.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import { PreparedResult } from './prepared-result.js';
import type { ResultEncoder } from './result-encoder.js';

/** Kinds of caller whose pages are kept; the oldest kind makes room. */
const MAX_AUDIENCES = 256;

/** One page to give. */
export interface PageRequest {
  readonly revision: Revision;
  readonly cursor: unknown;
  /** Callers of one audience see the same list; without one nothing is kept. */
  readonly audience: string | undefined;
  /** Overrides the configured hint. */
  readonly hint?: CacheHint;
}

/**
 * Gives a list whole or in pages. A page is written once per catalogue version, revision, audience
 * and position, and then sent as it is, so that a list costs its bytes and nothing else.
 */
export class ListPages {
  private version = -1;
  private readonly audiences = new Map<string, Map<string, PreparedResult>>();

  constructor(
    private readonly method: string,
    private readonly list: ListName,
    private readonly encoder: ResultEncoder,
    private readonly pageSize: number | undefined,
  ) {}

  /** A page that was written before for the same audience and catalogue version. */
  find(request: PageRequest, version: number): PreparedResult | undefined {
    if (version !== this.version) {
      this.audiences.clear();
      this.version = version;
    }
    const { audience } = request;
    if (audience === undefined) return undefined;
    return this.audiences.get(audience)?.get(positionKey(request));
  }

  /**
   * @param version of the catalogue the entries are from; a page of an older one is not kept
   * @throws McpException `-32602` for a cursor that is not one of this list
   */
  write(
    request: PageRequest,
    entries: readonly ListEntry[],
    version: number = this.version,
  ): PreparedResult {
    const page = this.prepare(request, entries);
    const { audience } = request;
    if (audience !== undefined && version === this.version) {
      this.keep(audience, positionKey(request), page);
    }
    return page;
  }

  private keep(audience: string, position: string, page: PreparedResult): void {
    const pages = this.audiences.get(audience) ?? new Map<string, PreparedResult>();
    this.audiences.set(audience, pages.set(position, page));
    const [oldest] = this.audiences.keys();
    if (this.audiences.size > MAX_AUDIENCES && oldest !== undefined) this.audiences.delete(oldest);
  }

  private prepare(request: PageRequest, entries: readonly ListEntry[]): PreparedResult {
    const { revision, cursor, hint } = request;
    const start = cursor === undefined ? 0 : this.positionAfter(entries, cursor);
    const end = start + (this.pageSize ?? entries.length);
    const last = entries[end - 1];
    const result = {
      [this.list]: entries.slice(start, end).map(({ value }) => value),
      ...(end < entries.length && last && { nextCursor: encodeCursor(this.method, last.key) }),
    };
    return new PreparedResult(
      JSON.stringify(this.encoder.complete(result, this.method, revision, hint)),
    );
  }

  /** An empty string is a cursor too, and not one of ours (every revision, Pagination). */
  private positionAfter(entries: readonly ListEntry[], cursor: unknown): number {
    const key = typeof cursor === 'string' ? decodeCursor(this.method, cursor) : undefined;
    const index = entries.findIndex((entry) => entry.key === key);
    if (index === -1) throw invalidParams(`${this.method}: cursor is not one of this list`);
    return index + 1;
  }
}

const positionKey = ({ revision, cursor, hint }: PageRequest): string =>
  JSON.stringify([revision.version, cursor, hint]);
