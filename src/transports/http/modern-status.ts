import type { Settlement } from '../../dispatch/answer.js';
import { isAnswer } from '../../dispatch/answer.js';
import { ErrorCode } from '../../protocol/error-codes.js';
import type { JsonRpcErrorObject } from '../../protocol/json-rpc.js';
import { isSpecified } from '../../protocol/revisions/revisions.js';

/** What was wrong before the dispatcher got the request. 404 tells an unknown method by its body. */
const REFUSED = new Map<number, number>([[ErrorCode.MethodNotFound, 404]]);

/** What the dispatcher found wrong; most errors are answers like any other. */
const ANSWERED = new Map<number, number>([
  [ErrorCode.HeaderMismatch, 400],
  [ErrorCode.MissingRequiredClientCapability, 400],
]);

/** The status of a request that no method ran for (2026-07-28, Streamable HTTP). */
export const refusalStatus = ({ code }: Pick<JsonRpcErrorObject, 'code'>): number =>
  REFUSED.get(code) ?? 400;

/**
 * The status of an answer, unless its stream has begun (2026-07-28, Streamable HTTP). Only the
 * application knows methods that are in no revision, so only its answer tells whether they exist.
 */
export function answerStatus(answer: Settlement, method: string): number {
  if (!isAnswer(answer) || !('error' in answer)) return 200;
  const { code } = answer.error;
  const isUnknown = code === Number(ErrorCode.MethodNotFound) && !isSpecified(method);
  return isUnknown ? 404 : (ANSWERED.get(code) ?? 200);
}
