import type { Type } from '@nestjs/common';
import type { RequestId } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import type { ProgressToken } from '../protocol/progress-token.js';
import { isProgressToken } from '../protocol/progress-token.js';
import type { SamplingRequest, SamplingResult } from '../protocol/sampling.interface.js';
import type { SchemaSource } from '../schema/schema-source.js';
import type { TypedSchema } from '../schema/standard-schema.interface.js';
import type { TraceContext } from '../protocol/trace-context.js';
import { readTraceContext } from '../protocol/trace-context.js';
import { CONTEXT_BRAND } from '../registry/handlers/context-brand.js';
import type { ActiveCall, AnswerKind } from './active-call.js';
import { currentContext } from './async-context.js';
import type { ProgressOptions } from './call-progress.js';
import { CallProgress } from './call-progress.js';
import type { PrepareRequest } from './input-requests/asking.interface.js';
import type {
  ElicitResult,
  FormContent,
  UrlElicitation,
  UrlElicitResult,
} from './input-requests/elicitation.js';
import { formRequest, urlRequest } from './input-requests/elicitation.js';
import type { AskOptions } from './input-requests/input-request.interface.js';
import type { Root } from './input-requests/roots.js';
import { rootsRequest } from './input-requests/roots.js';
import { samplingRequest } from './input-requests/sampling.js';
import type { TaskStart } from './tasks/call-task.interface.js';
import { requireTaskTimes } from './tasks/require-task-times.js';
import { McpSessionContext } from './sessions/mcp-session-context.js';
import { readOnly } from './sessions/read-only.js';

/**
 * Options of {@link McpContext.closeStream}.
 *
 * @publicApi
 */
export interface CloseStreamOptions {
  /** Whole milliseconds after which the client is to come back, 0 or more; default 1000. */
  readonly retryMs?: number;
}

/**
 * One call, from the point of view of the method that serves it. Made for each call; never kept.
 *
 * @publicApi
 */
export class McpContext<S extends object = Record<string, unknown>> extends McpSessionContext<S> {
  static readonly [CONTEXT_BRAND] = true;

  readonly #call: ActiveCall;
  #progress: CallProgress | undefined;

  /** @internal made by the dispatcher */
  constructor(call: ActiveCall) {
    super(call);
    this.#call = call;
  }

  /**
   * The context of the call that the running code belongs to, for code that is not handed one. Needs
   * the option `asyncContext: true`, which costs every `await` of a call on Node 20.
   *
   * @throws NoMcpContextError outside a call, and without the option
   */
  static current(): McpContext {
    return currentContext() as McpContext;
  }

  /** The JSON-RPC id of the request. */
  get requestId(): RequestId {
    return this.#call.id;
  }

  /** The URI that is read, as the client wrote it; `undefined` in anything but a resource. */
  get uri(): string | undefined {
    const { method, params } = this.#call;
    return method === 'resources/read' ? (params.uri as string) : undefined;
  }

  /** Who calls, as the application's guards established it (`principal` option, default `req.user`). */
  get principal(): unknown {
    return this.#call.context.principal;
  }

  /** The HTTP request of the platform; on stdio a stand-in. */
  get request(): object {
    return this.#call.context.host.request;
  }

  /** `_meta` of the request. */
  get meta(): JsonObject {
    return readOnly(this.#meta);
  }

  /** What the client wants the progress of the call told under; `undefined` if it wants none told. */
  get progressToken(): ProgressToken | undefined {
    const { progressToken } = this.#meta;
    return isProgressToken(progressToken) ? progressToken : undefined;
  }

  /** The distributed trace the client continues, if it named one, to be passed on to other services. */
  get traceContext(): TraceContext | undefined {
    return readTraceContext(this.#meta);
  }

  /**
   * Tells how far the work is, if the client asked to be told. Values must grow; one that does not
   * is left out, and the first of a call is logged as a warning (every revision, Progress). The message
   * is the status of a task too, which is all that one tells in 2026-07-28.
   */
  async progress(progress: number, options: ProgressOptions = {}): Promise<void> {
    if (options.message !== undefined) this.#call.task?.tell(options.message);
    const { progressToken } = this;
    if (progressToken === undefined || this.#call.signal.aborted) return;
    this.#progress ??= new CallProgress(this.#call);
    const notification = this.#progress.advance(progressToken, progress, options);
    if (notification === undefined || this.#call.isListen) return;
    await this.#call.context.outlet.send(notification);
  }

  /** The task that the call goes on as; `undefined` while it is a plain call. */
  get taskId(): string | undefined {
    return this.#call.task?.id;
  }

  /**
   * Lets the call go on as a task, which outlives its request: the client is answered now, and finds the
   * result later. Does nothing for a client that cannot follow tasks, which waits as it always does, and
   * in a call that is a task already. Which it is, nothing after this line needs to know.
   *
   * Questions that were asked before must be answered, as they are after an `await` (2026-07-28).
   *
   * @param start in place of what the tool says of its tasks
   * @returns whether the call is a task from here on
   * @throws TypeError in anything but a tool with the option `task`
   * @throws RangeError for times that are no whole milliseconds
   */
  startTask(start: TaskStart = {}): Promise<boolean> {
    const started = this.#startTask(start);
    // One that nobody awaits must not end the process when it is refused.
    started.catch(() => undefined);
    return started;
  }

  /**
   * Ends the connection of a call that takes long, but not the call: the client comes back for its
   * messages and its answer (2025-11-25, Streamable HTTP). Does nothing where clients cannot come
   * back: in other revisions, on other transports, and with `sessions.eventStore: false`.
   *
   * @throws RangeError for another `retryMs`
   */
  closeStream({ retryMs = 1_000 }: CloseStreamOptions = {}): void {
    if (!Number.isSafeInteger(retryMs) || retryMs < 0) {
      throw new RangeError(`retryMs must be whole milliseconds, 0 or more, not ${retryMs}`);
    }
    if (!this.#call.signal.aborted) this.#call.context.outlet.closeStream?.(retryMs);
  }

  /**
   * Asks the person at the client to fill in a form, and gives what they did with it. Texts, numbers,
   * booleans and choices among texts can be asked for; the answer is validated before it arrives here.
   *
   * Up to 2025-11-25 the call waits, at most `timeoutMs`. In 2026-07-28 it ends, and when the answer has
   * come **the method is run again from its start**: what it did before this line it does again. See
   * {@link once}.
   *
   * @param schema a class with class-validator decorators, a Standard Schema, or a JSON Schema
   * @throws McpClientRequestError when there is no usable answer (2025-06-18 and 2025-11-25)
   * @throws McpException `-32021` for a client that declared no form elicitation (2026-07-28)
   * @throws McpConfigurationError for a schema no form can show
   */
  elicit<T extends object>(
    message: string,
    schema: Type<T>,
    options?: AskOptions,
  ): Promise<ElicitResult<T>>;
  elicit<T>(
    message: string,
    schema: TypedSchema<T>,
    options?: AskOptions,
  ): Promise<ElicitResult<T>>;
  elicit(
    message: string,
    schema: JsonObject,
    options?: AskOptions,
  ): Promise<ElicitResult<FormContent>>;
  elicit(
    message: string,
    schema: SchemaSource,
    options: AskOptions = {},
  ): Promise<ElicitResult<unknown>> {
    return this.#ask(
      'elicitation',
      async (revision) => {
        const { forms } = this.#call.asking;
        const form = await forms.get(schema, `ctx.elicit(${JSON.stringify(message)})`);
        return formRequest(message, form, revision);
      },
      options,
    );
  }

  /**
   * Asks the person at the client to open an address (2025-11-25 and later), for what must not pass
   * through the client, such as secrets and payments. The answer says only that they agreed. Waits and
   * fails as {@link elicit} does.
   *
   * @throws TypeError for an address that is not `https:`
   */
  elicitUrl(request: UrlElicitation, options: AskOptions = {}): Promise<UrlElicitResult> {
    return this.#ask(
      'elicitation',
      (revision) => urlRequest(request, revision, () => this.#call.nextId()),
      options,
    );
  }

  /**
   * Lets the model of the client write something; the person may see and change it. Waits and fails as
   * {@link elicit} does.
   *
   * @deprecated since 2026-07-28, where it still works; may go with the first revision on or after
   *   2027-07-28. Call the provider of a model from the application instead.
   */
  sample(request: SamplingRequest, options: AskOptions = {}): Promise<SamplingResult> {
    return this.#ask('sampling', (revision) => samplingRequest(request, revision), options);
  }

  /**
   * The directories and files the client works with. Waits and fails as {@link elicit} does.
   *
   * @deprecated since 2026-07-28, where it still works; may go with the first revision on or after
   *   2027-07-28. Take directories and files as arguments, as resources, or from configuration instead.
   */
  listRoots(options: AskOptions = {}): Promise<readonly Root[]> {
    return this.#ask('roots', () => rootsRequest, options);
  }

  /**
   * Runs `make` once for this call and keeps what it gave, so that a method that is run again after a
   * question (2026-07-28) does not do it again. The value travels through the client, signed but
   * readable. At least once, not exactly once: a client that repeats the first request repeats it all.
   *
   * @param key names the value among those of the call
   * @returns what JSON makes of the value
   * @throws TypeError for a value JSON cannot say; else what `make` throws
   */
  async once<T>(key: string, make: () => T | Promise<T>): Promise<T> {
    return this.#call.asking.once(key, make);
  }

  async #startTask(start: TaskStart): Promise<boolean> {
    requireTaskTimes(start);
    return this.#call.startTask(start);
  }

  get #meta(): JsonObject {
    const { _meta } = this.#call.params;
    return isJsonObject(_meta) ? _meta : {};
  }

  /** A question nobody awaits must not end the process when it is refused. */
  #ask<T>(kind: AnswerKind, prepare: PrepareRequest<T>, options: AskOptions): Promise<T> {
    const answer = this.#begin(kind, prepare, options);
    answer.catch(() => undefined);
    return answer;
  }

  async #begin<T>(kind: AnswerKind, prepare: PrepareRequest<T>, options: AskOptions): Promise<T> {
    const answer = await this.#call.asking.ask(prepare, options);
    await this.#call.services?.answered(kind, answer, this);
    return answer;
  }
}
