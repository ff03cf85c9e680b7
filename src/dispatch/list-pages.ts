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
/** Pages that are kept of one audience; the oldest page makes room. */
const MAX_PAGES = 1024;

/** One page to give. */
export interface PageRequest {
  readonly revision: Revision;
  /** As the client sent it. */
  readonly cursor: unknown;
  /** Whom the cursor must have been given to. */
  readonly principalKey: string | undefined;
  /** Callers of one audience see the same list; without one nothing is kept. */
  readonly audience: string | undefined;
  /** Overrides the configured hint. */
  readonly hint?: CacheHint;
  /** Overrides the configured number of entries. */
  readonly pageSize?: number;
}

/** A page as it is for everybody; the cursor to the next one is added for each principal. */
interface Page {
  readonly result: PreparedResult;
  /** The key of the last entry, if others follow. */
  readonly last: string | undefined;
}

/**
 * Gives a list whole or in pages. A page is written once per catalogue version, revision, audience
 * and position, and then sent as it is, so that a list costs its bytes and nothing else.
 */
export class ListPages {
  private version = -1;
  private readonly audiences = new Map<string, Map<string, Page>>();

  constructor(
    private readonly method: string,
    private readonly list: ListName | 'skills',
    private readonly encoder: ResultEncoder,
    private readonly pageSize: number | undefined,
  ) {}

  /**
   * A page that was written before for the same audience and catalogue version.
   *
   * @param version `undefined` where the catalogue is that of one caller
   *
   * @throws McpException `-32602` for a cursor that was not given to this caller for this list
   */
  find(request: PageRequest, version: number | undefined): PreparedResult | undefined {
    if (version !== undefined && version !== this.version) {
      this.audiences.clear();
      this.version = version;
    }
    const position = this.positionOf(request);
    const { audience } = request;
    if (audience === undefined) return undefined;
    const page = this.audiences.get(audience)?.get(keyOf(request, position));
    return page && this.present(page, request);
  }

  /**
   * @param version of the catalogue the entries are from; a page of an older one is not kept
   * @throws McpException `-32602` for a cursor as above, or one whose entry is not in the list any more
   */
  write(
    request: PageRequest,
    entries: readonly ListEntry[],
    version: number = this.version,
  ): PreparedResult {
    const position = this.positionOf(request);
    const page = this.prepare(request, position, entries);
    const { audience } = request;
    if (audience !== undefined && version === this.version) {
      this.keep(audience, keyOf(request, position), page);
    }
    return this.present(page, request);
  }

  private keep(audience: string, key: string, page: Page): void {
    const pages = this.audiences.get(audience) ?? new Map<string, Page>();
    setBounded(pages, key, page, MAX_PAGES);
    setBounded(this.audiences, audience, pages, MAX_AUDIENCES);
  }

  private prepare(
    { revision, hint, pageSize = this.pageSize }: PageRequest,
    position: string | undefined,
    entries: readonly ListEntry[],
  ): Page {
    const start = position === undefined ? 0 : this.startAfter(entries, position);
    const end = start + (pageSize ?? entries.length);
    const result = { [this.list]: entries.slice(start, end).map(({ value }) => value) };
    const text = JSON.stringify(this.encoder.complete(result, this.method, revision, hint));
    return {
      result: new PreparedResult(text),
      last: end < entries.length ? entries[end - 1]?.key : undefined,
    };
  }

  private present({ result, last }: Page, { principalKey }: PageRequest): PreparedResult {
    if (last === undefined) return result;
    const cursor = encodeCursor({ method: this.method, principalKey }, last);
    return new PreparedResult(`${result.json.slice(0, -1)},"nextCursor":"${cursor}"}`);
  }

  /** The key in the cursor. An empty string is a cursor too, and none of ours (every revision, Pagination). */
  private positionOf({ cursor, principalKey }: PageRequest): string | undefined {
    if (cursor === undefined) return undefined;
    return decodeCursor({ method: this.method, principalKey }, cursor) ?? this.refuse();
  }

  private startAfter(entries: readonly ListEntry[], position: string): number {
    const index = entries.findIndex(({ key }) => key === position);
    return index === -1 ? this.refuse() : index + 1;
  }

  private refuse(): never {
    throw invalidParams(`${this.method}: cursor is not one of this list; begin without one`);
  }
}

const keyOf = ({ revision, hint, pageSize }: PageRequest, position: string | undefined): string =>
  JSON.stringify([revision.version, position, hint, pageSize]);

/** Sets a value, and drops the oldest one when there are too many. */
function setBounded<T>(map: Map<string, T>, key: string, value: T, limit: number): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > limit && oldest !== undefined) map.delete(oldest);
}
