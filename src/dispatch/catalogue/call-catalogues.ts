import { inspect } from 'node:util';
import type { Catalogue } from '../../registry/catalogue.interface.js';
import type { ToolDescription } from '../../registry/definition-descriptions.interface.js';
import type { ToolDefinition } from '../../registry/definitions.interface.js';
import { describeTool } from '../../registry/describe-definitions.js';
import type { ActiveCall } from '../active-call.js';
import type { McpHooks } from '../hooks/mcp-hooks.interface.js';
import { McpContext } from '../mcp-context.js';
import { RewrittenTools } from './rewritten-tools.js';

/** The tools a caller may have. */
export type ToolSource = Pick<Catalogue, 'version' | 'tools' | 'findTool'>;

/**
 * The catalogue as one call sees it: what everybody is offered, what only its session is offered, and
 * the tools as the application leaves them for this caller.
 */
export class CallCatalogues {
  private readonly rewritten = new RewrittenTools();

  constructor(
    private readonly base: Catalogue,
    private readonly hooks: () => McpHooks | undefined,
  ) {}

  /** Everything, before the application chooses among tools. */
  of(call: ActiveCall): Catalogue {
    return call.session.knownScope?.catalogueOver(this.base) ?? this.base;
  }

  /** True for a catalogue that only one session has. */
  isOwn(catalogue: Catalogue): boolean {
    return catalogue !== this.base;
  }

  /** True when everybody is offered the same tools, but for what the policy hides. */
  hasSharedTools(call: ActiveCall): boolean {
    return !this.choosesTools && !this.isOwn(this.of(call));
  }

  /** True when the application chooses among tools, caller by caller. */
  get choosesTools(): boolean {
    return this.hooks()?.serverTools !== undefined;
  }

  /**
   * The tools of this caller, for listing and calling alike.
   *
   * @throws what the hook throws; TypeError and McpConfigurationError for what it may not return
   */
  tools(call: ActiveCall): ToolSource | Promise<ToolSource> {
    const catalogue = this.of(call);
    return this.choosesTools ? this.chosen(call, catalogue) : catalogue;
  }

  private async chosen(call: ActiveCall, catalogue: Catalogue): Promise<ToolSource> {
    const { version } = catalogue;
    const described = new Map<ToolDescription, ToolDefinition>();
    for (const tool of catalogue.tools) described.set(Object.freeze(describeTool(tool)), tool);
    const given = [...described.keys()];
    const chosen: unknown = await this.hooks()?.serverTools?.(given, new McpContext(call));
    call.signal.throwIfAborted();
    if (!Array.isArray(chosen)) throw notTools(chosen);
    call.session.commitState();
    const byName = new Map<string, ToolDefinition>();
    for (const description of chosen as readonly ToolDescription[]) {
      const tool = described.get(description) ?? (await this.rewrite(catalogue, description));
      byName.set(tool.name, tool);
    }
    // The order of lists does not depend on the application.
    const tools = catalogue.tools.flatMap(({ name }) => byName.get(name) ?? []);
    return { version, tools, findTool: (name) => byName.get(name) };
  }

  private rewrite(catalogue: Catalogue, description: ToolDescription): Promise<ToolDefinition> {
    const name: unknown = (description as Partial<ToolDescription> | undefined)?.name;
    const origin = typeof name === 'string' ? catalogue.findTool(name) : undefined;
    if (origin === undefined) throw notTools(description);
    return this.rewritten.rewrite(origin, description);
  }
}

const notTools = (value: unknown): TypeError =>
  new TypeError(
    'hooks.serverTools returns tools it was given, or copies of them with other members; not ' +
      inspect(value),
  );
