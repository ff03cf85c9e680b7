import { ErrorCode } from '../../protocol/error-codes.js';
import type { JsonRpcErrorObject } from '../../protocol/json-rpc.js';

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

/** The status of an answer, unless its stream has begun (2026-07-28, Streamable HTTP). */
export const answerStatus = (error: Pick<JsonRpcErrorObject, 'code'> | undefined): number =>
  (error && ANSWERED.get(error.code)) ?? 200;
