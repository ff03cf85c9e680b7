import { isPromiseLike } from '../../protocol/is-promise-like.js';
import type { ResourceWatcher } from '../subscriptions/resource-watcher.interface.js';
import type { ReportFailure } from '../telemetry/report-failure.js';
import type { McpHooks } from './mcp-hooks.interface.js';

/** Tells the application who cares for which resource. */
export class ResourceHooks implements ResourceWatcher {
  constructor(
    private readonly hooks: () => McpHooks | undefined,
    private readonly report: ReportFailure,
  ) {}

  attached(uri: string): void | Promise<void> {
    return this.tell('onResourceAttached', uri);
  }

  detached(uri: string): void | Promise<void> {
    return this.tell('onResourceDetached', uri);
  }

  /** Waits for a hook that takes its time only, so that others cost no turn. */
  private tell(
    hook: 'onResourceAttached' | 'onResourceDetached',
    uri: string,
  ): void | Promise<void> {
    const failed = (thrown: unknown) => this.report(thrown, `hooks.${hook}`);
    try {
      const outcome: unknown = this.hooks()?.[hook]?.(uri);
      if (isPromiseLike(outcome)) return Promise.resolve(outcome).then(() => undefined, failed);
    } catch (thrown) {
      failed(thrown);
    }
    return undefined;
  }
}
