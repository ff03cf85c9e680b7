import type { Root } from '../dispatch/input-requests/roots.js';
import { ErrorCode } from '../protocol/error-codes.js';
import type { JsonRpcResponse, ServerRequest } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import { McpException } from '../protocol/mcp.exception.js';
import type { SamplingRequest, SamplingResult } from '../protocol/sampling.interface.js';

/**
 * What the person at a test client is asked: to fill in a form, or to open an address.
 *
 * @publicApi
 */
export interface TestElicitation {
  readonly message: string;
  /** The address; `undefined` for a form. */
  readonly url: string | undefined;
  /** The form; `undefined` for an address. */
  readonly requestedSchema: JsonObject | undefined;
}

/**
 * What they do: `content` is what they fill in.
 *
 * @publicApi
 */
export interface TestElicitationAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: JsonObject;
}

/**
 * The person at a test client.
 *
 * @publicApi
 */
export type ElicitHandler = (
  question: TestElicitation,
) => TestElicitationAnswer | Promise<TestElicitationAnswer>;

/**
 * The model of a test client; a text is its whole answer.
 *
 * @publicApi
 */
export type SampleHandler = (
  request: SamplingRequest,
) => string | SamplingResult | Promise<string | SamplingResult>;

/**
 * The roots of a test client.
 *
 * @publicApi
 */
export type RootsHandler = () => readonly Root[] | Promise<readonly Root[]>;

/** A request to the client, as either era carries it. */
interface InputRequest {
  readonly method: string;
  readonly params?: JsonObject;
}

/** What a test client can be asked for, and what it answers. */
export class ClientAnswers {
  private readonly handlers = new Map<string, (params: JsonObject) => unknown>();
  private readonly declared: Record<string, JsonObject> = {};

  /** @param given capabilities that the test declares; they win */
  constructor(private readonly given: JsonObject) {}

  /** What the client declares. */
  get capabilities(): JsonObject {
    return { ...this.declared, ...this.given };
  }

  onElicit(handler: ElicitHandler): void {
    this.declared.elicitation = { form: {}, url: {} };
    this.handlers.set('elicitation/create', ({ message, url, requestedSchema }) =>
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

  /** The params that answer a result which asks, `undefined` if it does not, or somebody must by hand. */
  async nextRound(result: unknown): Promise<JsonObject | undefined> {
    if (!isJsonObject(result) || result.resultType !== 'input_required') return undefined;
    const { inputRequests = {}, requestState } = result;
    const requests = Object.entries(inputRequests as Record<string, InputRequest>);
    if (!requests.every(([, { method }]) => this.handlers.has(method))) return undefined;
    const responses = await Promise.all(
      requests.map(async ([key, request]) => [key, await this.answer(request)] as const),
    );
    return {
      inputResponses: Object.fromEntries(responses),
      ...(requestState !== undefined && { requestState }),
    };
  }

  /** The answer to a request of the server. A handler that throws refuses. */
  async respond({ id, ...request }: ServerRequest): Promise<JsonRpcResponse> {
    try {
      const result = (await this.answer(request)) as JsonObject;
      return { jsonrpc: '2.0', id, result };
    } catch (thrown) {
      return { jsonrpc: '2.0', id, error: toException(thrown).toErrorObject() };
    }
  }

  private answer({ method, params = {} }: InputRequest): unknown {
    const handler = this.handlers.get(method);
    if (handler !== undefined) return handler(params);
    throw new McpException(ErrorCode.MethodNotFound, `The test client has no answer to ${method}`);
  }
}

function toException(thrown: unknown): McpException {
  if (thrown instanceof McpException) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new McpException(ErrorCode.InternalError, message);
}
