import type { Logger } from '@nestjs/common';
import type { Caller } from '../authorization/authorizer.interface.js';

/**
 * Warns of a policy that hides every tool, which looks to a client as if there were none. Once for each
 * server: it may be as it should be for this caller.
 */
export class EmptiedLists {
  private wasReported = false;

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

  /** @param count of the tools that were hidden */
  report(count: number, { principal }: Pick<Caller, 'principal'>): void {
    if (this.wasReported) return;
    this.wasReported = true;
    const who = principal === undefined ? 'without a principal' : 'with a principal';
    this.logger.warn(
      `tools/list was empty for a caller ${who}, because the option \`authorizer\` hid every tool (${count}). ` +
        'If this caller should see some, let `canList`, or `authorize` with the purpose "list", allow them. ' +
        'This is said once.',
    );
  }
}
