import { inspect } from 'node:util';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import type { HandlerCall } from '../../registry/handlers/handler-call.interface.js';
import type { ActiveCall, AnswerKind } from '../active-call.js';
import { invokeHandler } from '../input-requests/invoke-handler.js';
import { McpContext } from '../mcp-context.js';
import type { ReportFailure } from '../telemetry/report-failure.js';
import type { Fallback } from './fallback.js';
import { fallbackOf } from './fallback-hooks.js';
import type { CompletionQuery, McpHooks } from './mcp-hooks.interface.js';
import { NO_REPLY } from './no-reply.js';

/** What the protocol needs of every server, whatever the application makes of its requests. */
const KEPT: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'subscriptions/listen',
]);

const ANSWER_HOOKS = {
  elicitation: 'onElicitation',
  sampling: 'onSampling',
  roots: 'onRoots',
} as const satisfies Record<AnswerKind, keyof McpHooks>;

/** The hooks that have a part in requests. */
export class RequestHooks {
  constructor(
    private readonly hooks: () => McpHooks | undefined,
    private readonly report: ReportFailure,
  ) {}

  /** True when the application sees requests of this method before the server does. */
  takes(method: string): boolean {
    return this.hooks()?.onRequest !== undefined && !KEPT.has(method);
  }

  /**
   * What the application makes of a request, `undefined` if it leaves it to the server.
   *
   * @throws what the hook throws, and its questions
   */
  async request(call: ActiveCall): Promise<JsonObject | typeof NO_REPLY | undefined> {
    if (!this.takes(call.method)) return undefined;
    const { method, params } = call;
    const result = await invokeHandler(
      call,
      {
        guard: () => undefined,
        invoke: async () => this.hooks()?.onRequest?.({ method, params }, new McpContext(call)),
      },
      undefined,
    );
    if (result !== undefined && result !== NO_REPLY && !isJsonObject(result)) {
      throw new TypeError(
        `hooks.onRequest returned ${inspect(result)} for ${method}; it returns a result object, NO_REPLY or undefined`,
      );
    }
    call.session.commitState();
    return result;
  }

  /** What serves those of a kind that have no handler, if anything does. */
  fallback(kind: HandlerCall['kind']): Fallback | undefined {
    return fallbackOf(this.hooks(), kind);
  }

  /** True when the application completes what has no completer. */
  get completes(): boolean {
    return this.hooks()?.onCompletion !== undefined;
  }

  /** @throws what the hook throws */
  complete(query: CompletionQuery, context: McpContext): unknown {
    return this.hooks()?.onCompletion?.(query, context);
  }

  /** A client answered a question. What the hook throws is reported: the method has its answer. */
  async answered(kind: AnswerKind, answer: unknown, context: object): Promise<void> {
    const hook = ANSWER_HOOKS[kind];
    try {
      await this.hooks()?.[hook]?.(answer as never, context as McpContext);
    } catch (thrown) {
      this.report(thrown, `hooks.${hook}`);
    }
  }
}
