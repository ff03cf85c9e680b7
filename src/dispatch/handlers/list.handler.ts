import type { CacheHint } from '../../protocol/cache-hint.interface.js';
import type { CapabilityName } from '../../protocol/revisions/revision.interface.js';
import type { ListName } from '../../registry/definitions.interface.js';
import { listEntries } from '../../registry/list-entries.js';
import type { CallCatalogues } from '../catalogue/call-catalogues.js';
import type { ActiveCall } from '../active-call.js';
import { ListPages } from '../list-pages.js';
import type { MethodHandler } from '../method-handler.interface.js';
import type { PreparedResult } from '../prepared-result.js';
import type { ResultEncoder } from '../result-encoder.js';

/** A list that is the same for everybody who may read it. */
export interface ListMethod {
  readonly method: string;
  readonly capability: CapabilityName;
  readonly list: ListName;
}

/** The lists whose entries are not filtered by caller. */
export const LIST_METHODS: readonly ListMethod[] = [
  { method: 'resources/list', capability: 'resources', list: 'resources' },
  { method: 'resources/templates/list', capability: 'resources', list: 'resourceTemplates' },
  { method: 'prompts/list', capability: 'prompts', list: 'prompts' },
];

/** Serves resources, resource templates or prompts. */
export class ListHandler implements MethodHandler {
  readonly access = 'read';
  readonly runs = 'inline';
  readonly method: string;
  readonly capability: CapabilityName;
  private readonly list: ListName;
  private readonly pages: ListPages;

  constructor(
    { method, capability, list }: ListMethod,
    private readonly catalogues: CallCatalogues,
    private readonly encoder: ResultEncoder,
    pageSize: number | undefined,
  ) {
    this.method = method;
    this.capability = capability;
    this.list = list;
    this.pages = new ListPages(method, list, encoder, pageSize);
  }

  handle(call: ActiveCall): PreparedResult {
    const { params, context } = call;
    const { revision, principalKey } = context;
    const catalogue = this.catalogues.of(call);
    const isOwn = this.catalogues.isOwn(catalogue);
    const audience = isOwn ? undefined : '';
    const hint = this.hint(isOwn);
    const { pageSize } = call;
    const request = { revision, cursor: params.cursor, principalKey, audience, hint, pageSize };
    const { version } = catalogue;
    return (
      this.pages.find(request, audience === undefined ? undefined : version) ??
      this.pages.write(request, listEntries(catalogue, this.list, revision), version)
    );
  }

  /** `undefined` where every result has the same. */
  private hint(isOwn: boolean): CacheHint | undefined {
    if (isOwn) return this.encoder.ownHintFor(this.method);
    return this.encoder.hasChangingHints ? this.encoder.hintFor(this.method) : undefined;
  }
}
