import type { Logger } from '@nestjs/common';
import { inspect } from 'node:util';
import type { CacheableMethod, CacheHint } from '../../protocol/cache-hint.interface.js';
import { isCacheHint } from '../../protocol/cache-hint.interface.js';
import type { HintHook } from '../result-encoder.js';
import type { McpHooks } from './mcp-hooks.interface.js';

/** The application's cache hints. One that fails or is none must not fail the result it is for. */
export class CacheHintHook implements HintHook {
  constructor(
    private readonly hooks: () => McpHooks | undefined,
    private readonly logger: Logger,
  ) {}

  get isGiven(): boolean {
    return this.hooks()?.cacheHints !== undefined;
  }

  hintFor(method: CacheableMethod): CacheHint | undefined {
    try {
      const hint: unknown = this.hooks()?.cacheHints?.(method);
      if (hint === undefined || isCacheHint(hint)) return hint;
      this.logger.error(
        `hooks.cacheHints returned ${inspect(hint)} for ${method}, which is no hint`,
      );
    } catch (thrown) {
      this.logger.error(`hooks.cacheHints failed for ${method}: ${inspect(thrown)}`);
    }
    return undefined;
  }

  refused(method: CacheableMethod, hint: unknown): void {
    this.logger.error(`A result of ${method} has the hint ${inspect(hint)}, which is none`);
  }
}
