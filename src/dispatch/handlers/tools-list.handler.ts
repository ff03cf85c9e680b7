import type { Policy } from '../../authorization/policy.js';
import type { CacheHint } from '../../protocol/cache-hint.interface.js';
import type { ListEntry } from '../../registry/list-entries.js';
import { listEntries } from '../../registry/list-entries.js';
import type { CallCatalogues, ToolSource } from '../catalogue/call-catalogues.js';
import type { ActiveCall } from '../active-call.js';
import { canAsk } from '../input-requests/can-ask.js';
import { authorizedTool } from '../authorized-tool.js';
import { callerOf } from '../caller-of.js';
import type { PageRequest } from '../list-pages.js';
import type { EmptiedLists } from '../emptied-lists.js';
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
    private readonly catalogues: CallCatalogues,
    private readonly policy: () => Policy,
    private readonly encoder: ResultEncoder,
    pageSize: number | undefined,
    private readonly emptied: EmptiedLists,
  ) {
    this.pages = new ListPages(this.method, 'tools', encoder, pageSize);
  }

  get runs(): 'inline' | 'slot' {
    return this.policy().exists || this.catalogues.choosesTools ? 'slot' : 'inline';
  }

  handle(call: ActiveCall): PreparedResult | Promise<PreparedResult> {
    const { revision, principalKey } = call.context;
    const isShared = this.catalogues.hasSharedTools(call);
    const request = {
      revision,
      cursor: call.params.cursor,
      principalKey,
      audience: isShared ? this.audienceOf(call) : undefined,
      hint: this.hint(call, isShared),
      pageSize: call.pageSize,
    };
    const { version } = this.catalogues.of(call);
    const known = this.pages.find(request, isShared ? version : undefined);
    if (known !== undefined) return known;
    const tools = this.catalogues.tools(call);
    if (tools instanceof Promise) {
      return tools.then((chosen) => this.write(call, request, chosen));
    }
    return this.write(call, request, tools);
  }

  private write(
    call: ActiveCall,
    request: PageRequest,
    tools: ToolSource,
  ): PreparedResult | Promise<PreparedResult> {
    const { version } = tools;
    const entries = listEntries(tools, 'tools', request.revision);
    if (!this.policy().exists) return this.pages.write(request, entries, version);
    // The catalogue may change while the policy thinks.
    return this.visible(call, entries, tools).then((shown) =>
      this.pages.write(request, shown, version),
    );
  }

  /** Callers of one key see one list, but tools that need asking only where asking is possible. */
  private audienceOf(call: ActiveCall): string | undefined {
    const key = this.policy().visibilityKey(callerOf(call.context));
    return key === undefined ? undefined : `${canAsk(call.context) ? 'ask' : 'no-ask'}:${key}`;
  }

  /** A list that depends on who asks must not be served to others (2026-07-28, Caching). */
  private hint({ isRetry, context }: ActiveCall, isShared: boolean): CacheHint | undefined {
    const isOwn = !isShared || this.policy().exists;
    return this.encoder.hintFor(this.method, context.revision, { isOwn, isRetry });
  }

  private async visible(
    call: ActiveCall,
    entries: readonly ListEntry[],
    tools: ToolSource,
  ): Promise<readonly ListEntry[]> {
    const caller = callerOf(call.context);
    const isAskable = canAsk(call.context);
    const isVisible = await Promise.all(
      entries.map(async ({ key }) => {
        const tool = tools.findTool(key);
        return tool !== undefined && this.policy().canList(authorizedTool(tool), caller, isAskable);
      }),
    );
    const shown = entries.filter((_entry, index) => isVisible[index]);
    if (shown.length === 0 && entries.length > 0) this.emptied.report(entries.length, caller);
    return shown;
  }
}
