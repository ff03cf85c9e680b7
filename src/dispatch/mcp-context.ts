import type { Type } from '@nestjs/common';
import { inspect } from 'node:util';
import type { ClientCapabilities } from '../protocol/client-capabilities.interface.js';
import type { ClientCapability } from '../protocol/client-capability.js';
import { clientSupports } from '../protocol/client-capability.js';
import type { Implementation } from '../protocol/implementation.interface.js';
import type { JsonRpcNotification, RequestId } from '../protocol/json-rpc.js';
import { isRequestId } from '../protocol/json-rpc.js';
import type { JsonObject } from '../protocol/json.js';
import { isJsonObject } from '../protocol/json.js';
import type { LogLevel } from '../protocol/log-level.js';
import { passesThreshold } from '../protocol/log-level.js';
import { toJsonForm } from '../schema/to-json-form.js';
import type { SamplingRequest, SamplingResult } from '../protocol/sampling.interface.js';
import type { SchemaSource } from '../schema/schema-source.js';
import type { TypedSchema } from '../schema/standard-schema.interface.js';
import type { TraceContext } from '../protocol/trace-context.js';
import { readTraceContext } from '../protocol/trace-context.js';
import { CONTEXT_BRAND } from '../registry/handlers/context-brand.js';
import type { ActiveCall } from './active-call.js';
import { McpClientRequestError } from './input-requests/client-request.error.js';
import { MissingCapabilityException } from './input-requests/missing-capability.exception.js';
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
import type { TransportName } from './request-context.interface.js';

/**
 * Options of {@link McpContext.progress}.
 *
 * @publicApi
 */
export interface ProgressOptions {
  /** What `progress` counts towards, if known. */
  readonly total?: number;
  /** What is going on, for a person (2025-03-26 and later). */
  readonly message?: string;
}

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
export class McpContext {
  static readonly [CONTEXT_BRAND] = true;

  readonly #call: ActiveCall;
  #lastProgress = Number.NEGATIVE_INFINITY;

  /** @internal made by the dispatcher */
  constructor(call: ActiveCall) {
    this.#call = call;
  }

  /** The JSON-RPC id of the request. */
  get requestId(): RequestId {
    return this.#call.id;
  }

  /** The protocol revision of the request, such as `2026-07-28`. */
  get protocolVersion(): string {
    return this.#call.context.revision.version;
  }

  /** How the request reached the server. */
  get transport(): TransportName {
    return this.#call.context.transport;
  }

  /** Id of the legacy session; `undefined` in the modern era and with `sessions: false`. */
  get sessionId(): string | undefined {
    return this.#call.context.connection?.lastingId;
  }

  /** What the client says it is; not a basis for decisions. */
  get clientInfo(): Implementation | undefined {
    return this.#call.context.clientInfo;
  }

  /** What the client declared it can do, word for word. */
  get clientCapabilities(): ClientCapabilities {
    return this.#call.context.clientCapabilities;
  }

  /**
   * Whether the client declared that it can do something, and its revision has it. Up to 2025-11-25 it
   * said so in the handshake, in 2026-07-28 with this very request.
   *
   * @throws TypeError for a capability there is not
   */
  clientSupports(capability: ClientCapability): boolean {
    const { revision, clientCapabilities } = this.#call.context;
    return clientSupports(capability, revision, clientCapabilities);
  }

  /**
   * Refuses a client that cannot do what the method cannot do without (2026-07-28, Extension
   * negotiation). Where there is a way without it, ask {@link clientSupports} instead.
   *
   * @throws McpException `-32021`, naming what the client has to declare (2026-07-28)
   * @throws McpClientRequestError `unsupported` (up to 2025-11-25)
   * @throws TypeError for a capability there is not
   */
  requireClientSupport(capability: ClientCapability): void {
    if (this.clientSupports(capability)) return;
    if (this.#call.context.revision.era === 'modern') {
      throw new MissingCapabilityException([capability]);
    }
    throw new McpClientRequestError('unsupported', `the client does not support ${capability}`);
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
    const { _meta } = this.#call.params;
    return isJsonObject(_meta) ? _meta : {};
  }

  /** The distributed trace the client continues, if it named one, to be passed on to other services. */
  get traceContext(): TraceContext | undefined {
    return readTraceContext(this.meta);
  }

  /** Aborted when the call was cancelled, the client left, or the server stops. */
  get signal(): AbortSignal {
    return this.#call.signal;
  }

  /**
   * Tells how far the work is, if the client asked to be told. Values must grow; one that does not
   * is left out (every revision, Progress).
   */
  async progress(progress: number, options: ProgressOptions = {}): Promise<void> {
    const token = this.meta.progressToken;
    if (!isRequestId(token) || !Number.isFinite(progress) || progress <= this.#lastProgress) return;
    this.#lastProgress = progress;
    const { total, message } = options;
    const { revision } = this.#call.context;
    await this.#send({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: {
        progressToken: token,
        progress,
        ...(total !== undefined && { total }),
        ...(message !== undefined && revision.hasProgressMessage && { message }),
      },
    });
  }

  /**
   * Sends a log message to the client, unless it is below the threshold the client set. In the
   * modern era a client that set none gets none, and a server that does not declare the capability
   * sends none (2026-07-28, Logging).
   *
   * @param data any JSON value; never secrets. What JSON cannot say is sent as text.
   * @param logger name of the part that speaks
   * @deprecated since 2026-07-28, where it still works; may go with the first revision on or after
   *   2027-07-28. Write to the application's log, or to OpenTelemetry, instead.
   */
  async log(level: LogLevel, data: unknown, logger?: string): Promise<void> {
    if (!this.#wantsLog(level)) return;
    const form = toJsonForm(data ?? null);
    await this.#send({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: {
        level,
        ...(logger !== undefined && { logger }),
        data: form.ok ? form.value : inspect(data),
      },
    });
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
    return this.#ask(async (revision) => {
      const { forms } = this.#call.asking;
      const form = await forms.get(schema, `ctx.elicit(${JSON.stringify(message)})`);
      return formRequest(message, form, revision);
    }, options);
  }

  /**
   * Asks the person at the client to open an address (2025-11-25 and later), for what must not pass
   * through the client, such as secrets and payments. The answer says only that they agreed. Waits and
   * fails as {@link elicit} does.
   *
   * @throws TypeError for an address that is not `https:`
   */
  elicitUrl(request: UrlElicitation, options: AskOptions = {}): Promise<UrlElicitResult> {
    return this.#ask((revision) => urlRequest(request, revision), options);
  }

  /**
   * Lets the model of the client write something; the person may see and change it. Waits and fails as
   * {@link elicit} does.
   *
   * @deprecated since 2026-07-28, where it still works; may go with the first revision on or after
   *   2027-07-28. Call the provider of a model from the application instead.
   */
  sample(request: SamplingRequest, options: AskOptions = {}): Promise<SamplingResult> {
    return this.#ask((revision) => samplingRequest(request, revision), options);
  }

  /**
   * The directories and files the client works with. Waits and fails as {@link elicit} does.
   *
   * @deprecated since 2026-07-28, where it still works; may go with the first revision on or after
   *   2027-07-28. Take directories and files as arguments, as resources, or from configuration instead.
   */
  listRoots(options: AskOptions = {}): Promise<readonly Root[]> {
    return this.#ask(() => rootsRequest, options);
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

  /** A question nobody awaits must not end the process when it is refused. */
  #ask<T>(prepare: PrepareRequest<T>, options: AskOptions): Promise<T> {
    const answer = this.#begin(prepare, options);
    answer.catch(() => undefined);
    return answer;
  }

  async #begin<T>(prepare: PrepareRequest<T>, options: AskOptions): Promise<T> {
    return this.#call.asking.ask(prepare, options);
  }

  #wantsLog(level: LogLevel): boolean {
    const { connection, logLevel, revision } = this.#call.context;
    if (!this.#call.mayLog) return false;
    const threshold = connection?.logLevel ?? logLevel;
    if (threshold === undefined) return revision.era === 'legacy';
    return passesThreshold(level, threshold);
  }

  async #send(notification: JsonRpcNotification): Promise<void> {
    if (this.#call.signal.aborted) return;
    await this.#call.context.outlet.send(notification);
  }
}
