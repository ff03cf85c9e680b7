import type { ChangedList } from '../../notifications/mcp-change.js';
import type { CatalogueChange } from '../../registry/catalogue-change.interface.js';
import type { CatalogueStore } from '../../registry/catalogue-store.js';
import type { ComponentRules } from '../../registry/mcp-components.js';
import { McpComponents } from '../../registry/mcp-components.js';
import type { ListName } from '../../registry/definitions.interface.js';

/** The list that clients are told of when one of ours changes: templates are resources to them. */
const TOLD: Readonly<Record<ListName, ChangedList>> = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  resourceTemplates: 'resources',
};

/** What only one session is offered. Nobody else sees it, and it ends with the session. */
export class SessionComponents extends McpComponents {
  private readonly pending = new Set<ChangedList>();

  /** @param tellClient says that a list changed, to this session alone */
  constructor(
    catalogue: CatalogueStore,
    rules: ComponentRules,
    private readonly tellClient: (list: ChangedList) => void,
  ) {
    super(catalogue, rules);
  }

  /** What changes in one go is told once. */
  protected changed({ kind }: CatalogueChange): void {
    if (this.pending.size === 0) queueMicrotask(() => this.flush());
    this.pending.add(TOLD[kind]);
  }

  private flush(): void {
    const lists = [...this.pending];
    this.pending.clear();
    for (const list of lists) this.tellClient(list);
  }
}
