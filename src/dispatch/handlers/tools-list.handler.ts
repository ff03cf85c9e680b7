import type { Policy } from '../../authorization/policy.js';
import { NO_CACHE } from '../../protocol/cache-hint.interface.js';
import type { Catalogue } from '../../registry/catalogue.interface.js';
import type { ListEntry } from '../../registry/list-entries.js';
import { listEntries } from '../../registry/list-entries.js';
import type { ActiveCall } from '../active-call.js';
import { canAsk } from '../input-requests/can-ask.js';
import { authorizedTool } from '../authorized-tool.js';
import { callerOf } from '../caller-of.js';
import { ListPages } from '../list-pages.js';
import type { MethodHandler } from '../method-handler.interface.js';
import type { PreparedResult } from '../prepared-result.js';
import type { ResultEncoder } from '../result-encoder.js';

/** Serves the tools this caller may see. The whole listing takes one slot when a policy decides. */
export class ToolsListHandler implements MethodHandler {
  readonly method = 'tools/list';
  readonly access = 'read';
  readonly capability = 'tools';
  private readonly pages: ListPages;

  constructor(
    private readonly catalogue: Catalogue,
    private readonly policy: () => Policy,
    private readonly encoder: ResultEncoder,
    pageSize: number | undefined,
  ) {
    this.pages = new ListPages(this.method, 'tools', encoder, pageSize);
  }

  get runs(): 'inline' | 'slot' {
    return this.policy().exists ? 'slot' : 'inline';
  }

  handle(call: ActiveCall): PreparedResult | Promise<PreparedResult> {
    const { revision, principalKey } = call.context;
    const request = {
      revision,
      cursor: call.params.cursor,
      principalKey,
      audience: this.audienceOf(call),
      hint: this.hint(),
    };
    const { version } = this.catalogue;
    const known = this.pages.find(request, version);
    if (known !== undefined) return known;
    const entries = listEntries(this.catalogue, 'tools', revision);
    if (!this.policy().exists) return this.pages.write(request, entries);
    // The catalogue may change while the policy thinks.
    return this.visible(call, entries).then((shown) => this.pages.write(request, shown, version));
  }

  /** Callers of one key see one list, but tools that need asking only where asking is possible. */
  private audienceOf(call: ActiveCall): string | undefined {
    const key = this.policy().visibilityKey(callerOf(call.context));
    return key === undefined ? undefined : `${canAsk(call.context) ? 'ask' : 'no-ask'}:${key}`;
  }

  /** A list that depends on who asks must not be served to others (2026-07-28, Caching). */
  private hint() {
    const hint = this.encoder.hintFor(this.method) ?? NO_CACHE;
    return this.policy().exists ? { ...hint, cacheScope: 'private' as const } : hint;
  }

  private async visible(
    call: ActiveCall,
    entries: readonly ListEntry[],
  ): Promise<readonly ListEntry[]> {
    const caller = callerOf(call.context);
    const isAskable = canAsk(call.context);
    const isVisible = await Promise.all(
      entries.map(async ({ key }) => {
        const tool = this.catalogue.findTool(key);
        return tool !== undefined && this.policy().canList(authorizedTool(tool), caller, isAskable);
      }),
    );
    return entries.filter((_entry, index) => isVisible[index]);
  }
}
