import { schemasOf } from './revision-schemas.mjs';

export const MODERN = '2026-07-28';

/** The only revision with batches. */
export const WITH_BATCHES = '2025-03-26';

const MODERN_MEMBERS = ['resultType', 'ttlMs', 'cacheScope'];

/** Requests that may be answered with a question (2026-07-28). */
const MAY_ASK = new Set(['tools/call', 'prompts/get', 'resources/read']);

export const isObject = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A request or notification of the server. */
export function checkSent(message, revision) {
  const schemas = schemasOf(revision);
  const isRequest = 'id' in message;
  const kind = isRequest ? 'Request' : 'Notification';
  const type = schemas.typeOf(message.method);
  if (isRequest && !schemas.has('ServerRequest')) return ['a server may send no requests'];
  if (type === undefined) return schemas.problems(`JSONRPC${kind}`, message);
  if (!schemas.isIn(`Server${kind}`, type)) return [`a server may not send ${type}`];
  return [...schemas.problems(`JSONRPC${kind}`, message), ...schemas.problems(type, message)];
}

/** An error. */
export function checkError(message, revision) {
  const schemas = schemasOf(revision);
  const type =
    schemas.errorTypeOf(message.error?.code) ??
    schemas.firstOf('JSONRPCErrorResponse', 'JSONRPCError');
  return [...members(message, 'error'), ...schemas.problems(type, message)];
}

/** The result of a request. */
export function checkResult(message, revision, request) {
  const schemas = schemasOf(revision);
  const response = schemas.firstOf('JSONRPCResultResponse', 'JSONRPCResponse');
  const problems = [...members(message, 'result'), ...schemas.problems(response, message)];
  if (!isObject(message.result)) return problems;
  return [...problems, ...checkBody(message.result, revision, request)];
}

function checkBody(result, revision, { method, isTask }) {
  const schemas = schemasOf(revision);
  if (revision === MODERN) return checkModern(result, method, schemas);
  const stray = MODERN_MEMBERS.filter((member) => member in result);
  const problems = stray.map((member) => `${member} is of a later revision`);
  if (method === 'initialize' && result.protocolVersion !== revision) {
    problems.push(`${result.protocolVersion} is no revision with a handshake`);
  }
  const isCreated = isTask && 'task' in result && schemas.has('CreateTaskResult');
  const type = isCreated ? 'CreateTaskResult' : schemas.resultTypeOf(method);
  return [...problems, ...checkType(result, type, schemas)];
}

function checkModern(result, method, schemas) {
  const { resultType } = result;
  if (resultType === 'complete') return checkType(result, schemas.resultTypeOf(method), schemas);
  if (resultType === 'input_required' && MAY_ASK.has(method)) {
    return schemas.problems('InputRequiredResult', result);
  }
  // The tasks extension answers a call with the task that runs it.
  if (resultType === 'task' && method === 'tools/call') return [];
  return [`resultType ${JSON.stringify(resultType)} is no answer to ${method}`];
}

/** The schema lets a result have any member; one that is to be empty may have none. */
function checkType(result, type, schemas) {
  if (type === undefined) return [];
  if (type !== 'EmptyResult') return schemas.problems(type, result);
  const extra = Object.keys(result).filter((key) => key !== '_meta' && key !== 'resultType');
  return extra.map((key) => `EmptyResult must not have ${key}`);
}

function members(message, ...allowed) {
  const known = new Set(['jsonrpc', 'id', ...allowed]);
  return Object.keys(message)
    .filter((key) => !known.has(key))
    .map((key) => `the response must not have ${key}`);
}
