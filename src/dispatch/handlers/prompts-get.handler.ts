import type { GetPromptResult } from '../../protocol/content.interface.js';
import { downgradeContent } from '../../protocol/downgrade-content.js';
import type { JsonObject } from '../../protocol/json.js';
import type { McpException } from '../../protocol/mcp.exception.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import type { PromptDefinition } from '../../registry/definitions.interface.js';
import { describeIssues } from '../../schema/describe-issues.js';
import { toPromptResult } from '../../schema/result/to-prompt-result.js';
import type { CallCatalogues } from '../catalogue/call-catalogues.js';
import { openHandler } from '../open-handler.js';
import type { ReadFailures } from '../failures/read-failures.js';
import type { ActiveCall } from '../active-call.js';
import { invokeHandler, passGuards } from '../input-requests/invoke-handler.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { readArguments, readString } from '../read-params.js';

/** Renders a prompt with validated arguments. */
export class PromptsGetHandler implements MethodHandler {
  readonly method = 'prompts/get';
  readonly access = 'read';
  readonly runs = 'slot';
  readonly mayAsk = true;
  readonly capability = 'prompts';
  readonly routingMember = 'name';

  constructor(
    private readonly catalogues: CallCatalogues,
    private readonly failures: ReadFailures,
  ) {}

  async handle(call: ActiveCall): Promise<JsonObject> {
    const name = readString(call.params, 'name', this.method);
    const args = readArguments(call.params, this.method);
    requireStrings(args);
    const prompt = this.catalogues.of(call).findPrompt(name);
    if (prompt === undefined) throw promptNotFound(name);
    return forRevision(await this.render(prompt, args, call), call.context.revision);
  }

  private async render(
    prompt: PromptDefinition,
    args: JsonObject,
    call: ActiveCall,
  ): Promise<GetPromptResult> {
    const { handler, name, description } = prompt;
    try {
      const run = await openHandler(call, handler, 'prompt', name, args);
      await passGuards(call, run);
      const input = await validate(prompt, args);
      const result = toPromptResult(await invokeHandler(call, run, input), description);
      call.session.commitState();
      return result;
    } catch (thrown) {
      const notFound = () => promptNotFound(name);
      throw this.failures.toThrow(thrown, call, { place: handler.place, notFound });
    }
  }
}

async function validate(prompt: PromptDefinition, args: JsonObject): Promise<unknown> {
  if (prompt.input === undefined) return args;
  const outcome = await prompt.input.validate(args);
  if (outcome.ok) return outcome.value;
  throw invalidParams(
    `Invalid arguments for prompt ${prompt.name}: ${describeIssues(outcome.issues)}`,
    { issues: outcome.issues },
  );
}

/** Prompt arguments are a map of strings in every revision (Prompts). */
function requireStrings(args: JsonObject): void {
  for (const [name, value] of Object.entries(args)) {
    if (typeof value !== 'string') {
      throw invalidParams(`prompts/get: the argument "${name}" must be a string`);
    }
  }
}

const promptNotFound = (name: string): McpException => invalidParams(`Prompt not found: ${name}`);

function forRevision(result: GetPromptResult, revision: Revision): JsonObject {
  const messages = result.messages.map((message) => {
    const [content] = downgradeContent([message.content], revision);
    return { ...message, content };
  });
  return { ...result, messages };
}
