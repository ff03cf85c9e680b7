import type { Logger } from '@nestjs/common';
import type { McpException } from '../../protocol/mcp.exception.js';
import type { ActiveCall } from '../active-call.js';
import { InputRequired } from '../input-required.js';
import { describeFailure } from './failure.js';
import { readFailure } from './read-failure.js';

/** Where a read failed. */
export interface FailedRead {
  /** The method that was run, for the log. */
  readonly place: string;
  /** The error of what says that there is no such thing. */
  readonly notFound: () => McpException;
}

/** What failures around resources, prompts and completers become: JSON-RPC errors. */
export class ReadFailures {
  constructor(private readonly logger: Logger) {}

  /** What to throw in place of what was thrown, so that its client learns no more than it may. */
  toThrow(thrown: unknown, call: ActiveCall, { place, notFound }: FailedRead): unknown {
    // Nobody waits for what a call that was given up still throws; questions are no failure.
    if (call.signal.aborted || thrown instanceof InputRequired) return thrown;
    return readFailure(describeFailure(thrown, place, this.logger), call, notFound);
  }
}
