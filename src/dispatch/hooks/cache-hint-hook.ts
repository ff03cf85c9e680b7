import { inspect } from 'node:util';
import type { CacheableMethod, CacheHint } from '../../protocol/cache-hint.interface.js';
import { isCacheHint } from '../../protocol/cache-hint.interface.js';
import type { HintHook } from '../result-encoder.js';
import type { ReportFailure } from '../telemetry/report-failure.js';
import type { McpHooks } from './mcp-hooks.interface.js';

/** The application's cache hints. One that fails or is none must not fail the result it is for. */
export class CacheHintHook implements HintHook {
  constructor(
    private readonly hooks: () => McpHooks | undefined,
    private readonly report: ReportFailure,
  ) {}

  get isGiven(): boolean {
    return this.hooks()?.cacheHints !== undefined;
  }

  hintFor(method: CacheableMethod): CacheHint | undefined {
    try {
      const hint: unknown = this.hooks()?.cacheHints?.(method);
      if (hint === undefined || isCacheHint(hint)) return hint;
      throw new TypeError(`it returned ${inspect(hint)} for ${method}, which is no hint`);
    } catch (thrown) {
      this.report(thrown, 'hooks.cacheHints');
      return undefined;
    }
  }

  refused(method: CacheableMethod, hint: unknown): void {
    this.report(new TypeError(`it is ${inspect(hint)}`), `the cache hint of a result of ${method}`);
  }
}
