import type { Logger } from '@nestjs/common';
import { describeCode } from '../../protocol/describe-code.js';
import type { ActiveCall } from '../active-call.js';
import { quote } from './quote.js';

/**
 * Tells the log of calls that were refused, and why, for whoever looks for the reason. What a call
 * carried stays out: arguments, results, tokens and headers may be private.
 */
export class RejectionLog {
  constructor(private readonly logger: Logger) {}

  /** @param code of the JSON-RPC error it is answered with; `undefined` for a result that says so */
  rejected(call: ActiveCall, code: number | undefined): void {
    const { method, rejection, facts } = call;
    const name = facts.name === undefined ? '' : ` ${quote(facts.name)}`;
    const reasons = [rejection, code === undefined ? undefined : describeCode(code)];
    const reason = reasons.filter((text) => text !== undefined).join(', ');
    this.logger.debug(`${quote(method)}${name} was rejected: ${reason}`);
  }
}
