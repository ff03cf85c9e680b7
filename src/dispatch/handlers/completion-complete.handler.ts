import type { Policy } from '../../authorization/policy.js';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type {
  CompletionDefinition,
  CompletionTarget,
} from '../../registry/definitions.interface.js';
import type { CompletionValues } from '../../schema/result/to-completion-result.js';
import { toCompletionResult } from '../../schema/result/to-completion-result.js';
import { canAsk } from '../input-requests/can-ask.js';
import { authorizedTool } from '../authorized-tool.js';
import { callerOf } from '../caller-of.js';
import { findResource } from '../../registry/match-resources.js';
import { FunctionHandler } from '../../registry/handlers/function-handler.js';
import type { CallCatalogues } from '../catalogue/call-catalogues.js';
import type { RequestHooks } from '../hooks/request-hooks.js';
import { openHandler } from '../open-handler.js';
import type { ReadFailures } from '../failures/read-failures.js';
import type { ActiveCall } from '../active-call.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { readString } from '../read-params.js';

const NOTHING: CompletionValues = { values: [], total: 0, hasMore: false };

/**
 * Completes an argument. A known prompt or template without a completer has no candidates; an unknown
 * one is an error.
 */
export class CompletionCompleteHandler implements MethodHandler {
  readonly method = 'completion/complete';
  readonly access = 'read';
  readonly runs = 'slot';
  readonly capability = 'completions';

  constructor(
    private readonly catalogues: CallCatalogues,
    private readonly requestHooks: RequestHooks,
    private readonly policy: () => Policy,
    private readonly failures: ReadFailures,
  ) {}

  async handle(call: ActiveCall): Promise<JsonObject> {
    const { ref, argument, context } = call.params;
    if (!isJsonObject(ref)) throw invalidParams('completion/complete: ref must be an object');
    if (!isJsonObject(argument)) {
      throw invalidParams('completion/complete: argument must be an object');
    }
    const name = readString(argument, 'name', this.method);
    const value = readString(argument, 'value', this.method);
    const target = await this.targetOf(ref, name, call);
    const chosen = readChosen(context);
    const completion =
      this.catalogues.of(call).findCompletion(target) ?? this.fallback(target, value, chosen);
    const args = { value, argument: name, context: chosen };
    const result = completion ? await this.complete(completion, args, call) : NOTHING;
    return { completion: result };
  }

  /** The application may complete what has no completer. */
  private fallback(
    target: CompletionTarget,
    value: string,
    chosen: JsonObject,
  ): CompletionDefinition | undefined {
    if (!this.requestHooks.completes) return undefined;
    const { argument, ...ref } = target;
    const query = { ref, argument, value, arguments: chosen };
    const handler = new FunctionHandler('hooks.onCompletion', (_args: never, context: never) =>
      this.requestHooks.complete(query, context),
    );
    return { target, handler };
  }

  private async complete(
    { target, handler }: CompletionDefinition,
    args: JsonObject,
    call: ActiveCall,
  ): Promise<CompletionValues> {
    const name = 'uri' in target ? target.uri : target.name;
    try {
      const run = await openHandler(call, handler, 'completion', name, args);
      await run.guard();
      call.signal.throwIfAborted();
      const result = toCompletionResult(await run.invoke(args));
      call.session.commitState();
      return result;
    } catch (thrown) {
      const notFound = () => invalidParams(`Nothing to complete: ${name}`);
      throw this.failures.toThrow(thrown, call, { place: handler.place, notFound });
    }
  }

  private async targetOf(
    ref: JsonObject,
    argument: string,
    call: ActiveCall,
  ): Promise<CompletionTarget> {
    const { type } = ref;
    const catalogue = this.catalogues.of(call);
    if (type === 'ref/resource') {
      const uri = readString(ref, 'uri', this.method);
      const isKnown = catalogue.findTemplate(uri) ?? findResource(catalogue, uri);
      return known(isKnown, { type, uri, argument });
    }
    if (type === 'ref/prompt' || type === 'ref/tool') {
      const name = readString(ref, 'name', this.method);
      const isPrompt = type === 'ref/prompt';
      const isKnown = isPrompt ? catalogue.findPrompt(name) : await this.findListedTool(name, call);
      return known(isKnown, { type, name, argument });
    }
    throw invalidParams(
      'completion/complete: ref.type must be ref/prompt, ref/resource or ref/tool',
    );
  }

  /** A tool that is hidden from this caller looks unknown. */
  private async findListedTool(name: string, call: ActiveCall) {
    const { context } = call;
    const tools = await this.catalogues.tools(call);
    const tool = tools.findTool(name);
    if (tool === undefined) return undefined;
    const caller = callerOf(context);
    const isListed = await this.policy().canList(authorizedTool(tool), caller, canAsk(context));
    return isListed ? tool : undefined;
  }
}

/** What was chosen before (2025-06-18 and later, Completion); a completer may rely on strings. */
function readChosen(context: unknown): JsonObject {
  const chosen = isJsonObject(context) ? context.arguments : undefined;
  if (!isJsonObject(chosen)) return {};
  for (const [name, value] of Object.entries(chosen)) {
    if (typeof value === 'string') continue;
    throw invalidParams(`completion/complete: context.arguments.${name} must be a string`);
  }
  return chosen;
}

function known(definition: unknown, target: CompletionTarget): CompletionTarget {
  if (definition !== undefined) return target;
  throw invalidParams(
    `completion/complete: unknown ${target.type}: ${'uri' in target ? target.uri : target.name}`,
  );
}
