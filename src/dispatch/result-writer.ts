import type { Logger } from '@nestjs/common';
import type { JsonObject } from '../protocol/json.js';
import type { ActiveCall } from './active-call.js';
import type { CallCatalogues } from './catalogue/call-catalogues.js';
import { exceedsBytes, ResultTooLargeError } from './failures/result-too-large.error.js';
import type { RequestHooks } from './hooks/request-hooks.js';
import type { InputRequired } from './input-required.js';
import type { MethodHandler } from './method-handler.interface.js';
import { PreparedResult } from './prepared-result.js';
import type { ResultEncoder } from './result-encoder.js';

/** What writing results needs. */
export interface ResultWriterParts {
  readonly encoder: ResultEncoder;
  readonly catalogues: CallCatalogues;
  readonly requestHooks: RequestHooks;
  readonly limits: { readonly maxResultBytes: number };
  readonly logger: Logger;
}

/** Makes JSON of what handlers give, within its bound. */
export class ResultWriter {
  constructor(private readonly parts: ResultWriterParts) {}

  /** @throws ResultTooLargeError; TypeError for a result JSON cannot say */
  result(result: JsonObject, handler: MethodHandler, call: ActiveCall): PreparedResult {
    return this.write(this.encode(result, call), handler, call);
  }

  /** @throws ResultTooLargeError */
  questions(asked: InputRequired, handler: MethodHandler, call: ActiveCall): PreparedResult {
    const { revision } = call.context;
    return this.write(this.parts.encoder.inputRequired(asked, revision), handler, call);
  }

  private encode(result: JsonObject, call: ActiveCall): JsonObject {
    const { catalogues, encoder } = this.parts;
    const { method, isRetry } = call;
    const { revision } = call.context;
    // What somebody has of its own, or what came of questions, must not be kept for others.
    const isOwn = catalogues.isOwn(catalogues.of(call));
    const hint =
      isOwn || isRetry ? encoder.hintFor(method, revision, { isOwn, isRetry }, result) : undefined;
    return encoder.complete(result, method, revision, hint);
  }

  /**
   * Written here, so that a result JSON cannot say fails the call and not the transport. What the
   * application gave is bounded, questions and kept values included; what the server itself says is not.
   */
  private write(result: JsonObject, handler: MethodHandler, call: ActiveCall): PreparedResult {
    const { limits, logger, requestHooks } = this.parts;
    const json = JSON.stringify(result);
    const isOurs = handler.runs === 'inline' && !requestHooks.takes(call.method);
    if (isOurs || !exceedsBytes(json, limits.maxResultBytes)) {
      return new PreparedResult(json, result.isError === true);
    }
    const error = new ResultTooLargeError(limits.maxResultBytes);
    logger.warn(
      `${call.method} ${call.facts.name ?? ''}: ${error.message} (limits.maxResultBytes)`,
    );
    if (handler.tooLarge === undefined) throw error;
    return new PreparedResult(JSON.stringify(this.encode(handler.tooLarge(error), call)), true);
  }
}
