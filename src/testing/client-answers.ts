import { APPROVAL_KEY } from '../dispatch/input-requests/question-names.js';
import { ErrorCode } from '../protocol/error-codes.js';
import type { JsonRpcResponse, ServerRequest } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import { McpException } from '../protocol/mcp.exception.js';
import type { SamplingRequest } from '../protocol/sampling.interface.js';
import type {
  ElicitHandler,
  RootsHandler,
  SampleHandler,
  TestElicitation,
} from './client-answers.interface.js';
import { QuestionQueue } from './question-queue.js';

/** A request to the client, as either era carries it. */
interface InputRequest {
  readonly method: string;
  readonly params?: JsonObject;
}

const ELICITATION = 'elicitation/create';

/** What a test client can be asked for, and what it answers: a handler, or else whoever takes questions. */
export class ClientAnswers {
  readonly questions = new QuestionQueue();
  private readonly handlers = new Map<string, (params: JsonObject) => unknown>();
  private readonly declared: Record<string, JsonObject> = {};
  /** The test has asked for questions. */
  private takesQuestions = false;

  /** @param given capabilities that the test declares; they win */
  constructor(private readonly given: JsonObject) {}

  /** What the client declares. */
  get capabilities(): JsonObject {
    return { ...this.declared, ...this.given };
  }

  /** True when the client declares that it can be asked. */
  get declaresElicitation(): boolean {
    return this.capabilities.elicitation !== undefined;
  }

  /** Declares that there is somebody who answers, now or later. */
  takeQuestions(): void {
    this.takesQuestions = true;
    this.declared.elicitation = { form: {}, url: {} };
  }

  onElicit(handler: ElicitHandler): void {
    this.declared.elicitation = { form: {}, url: {} };
    this.handlers.set(ELICITATION, ({ message, url, requestedSchema }) =>
      handler({ message, url, requestedSchema } as TestElicitation),
    );
  }

  onSample(handler: SampleHandler): void {
    this.declared.sampling = { tools: {}, context: {} };
    this.handlers.set('sampling/createMessage', async (params) => {
      const given = await handler(params as unknown as SamplingRequest);
      if (typeof given !== 'string') return given;
      return { role: 'assistant', content: { type: 'text', text: given }, model: 'test' };
    });
  }

  onRoots(handler: RootsHandler): void {
    this.declared.roots = {};
    this.handlers.set('roots/list', async () => ({ roots: await handler() }));
  }

  /**
   * The params that answer a result which asks, `undefined` if it does not, or nobody can.
   *
   * @param isRaw the result is wanted as it is, unless the test has said that it answers
   */
  async nextRound(result: unknown, isRaw: boolean): Promise<JsonObject | undefined> {
    if (!isJsonObject(result) || result.resultType !== 'input_required') return undefined;
    const { inputRequests = {}, requestState } = result;
    const inputResponses = await this.answerAll(inputRequests as JsonObject, isRaw);
    if (inputResponses === undefined) return undefined;
    return { inputResponses, ...(requestState !== undefined && { requestState }) };
  }

  /** Answers by key, `undefined` if nobody can answer one of them. */
  async answerAll(inputRequests: JsonObject, isRaw = false): Promise<JsonObject | undefined> {
    const requests = Object.entries(inputRequests as Record<string, InputRequest>);
    if (!requests.every(([, { method }]) => this.canAnswer(method, isRaw))) return undefined;
    const answers = await Promise.all(
      requests.map(
        async ([key, request]) =>
          [key, await this.answer(request, key === APPROVAL_KEY, undefined)] as const,
      ),
    );
    return Object.fromEntries(answers);
  }

  /** The answer to a request of the server. A handler that throws refuses. */
  async respond({ id, ...request }: ServerRequest): Promise<JsonRpcResponse> {
    try {
      const isApproval = id.startsWith(`${APPROVAL_KEY}-`);
      const result = (await this.answer(request, isApproval, id)) as JsonObject;
      return { jsonrpc: '2.0', id, result };
    } catch (thrown) {
      return { jsonrpc: '2.0', id, error: toException(thrown).toErrorObject() };
    }
  }

  private canAnswer(method: string, isRaw = false): boolean {
    if (this.handlers.has(method)) return true;
    const isTaken = isRaw ? this.takesQuestions : this.declaresElicitation;
    return method === ELICITATION && isTaken;
  }

  private answer(
    { method, params = {} }: InputRequest,
    isApproval: boolean,
    id: string | undefined,
  ): unknown {
    const handler = this.handlers.get(method);
    if (handler !== undefined) return handler(params);
    if (this.canAnswer(method)) return this.questions.ask(params, isApproval, id);
    throw new McpException(ErrorCode.MethodNotFound, `The test client has no answer to ${method}`);
  }
}

function toException(thrown: unknown): McpException {
  if (thrown instanceof McpException) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new McpException(ErrorCode.InternalError, message);
}
