import type { Logger } from '@nestjs/common';
import type { CallToolResult } from '../../protocol/content.interface.js';
import { downgradeContent } from '../../protocol/downgrade-content.js';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';
import { McpException } from '../../protocol/mcp.exception.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { Revision } from '../../protocol/revisions/revision.interface.js';
import type { ToolDefinition } from '../../registry/definitions.interface.js';
import type { McpRegistry } from '../../registry/mcp-registry.js';
import type { ValidationIssue } from '../../schema/compiled-schema.interface.js';
import { describeIssues } from '../../schema/describe-issues.js';
import { OutputMismatchError } from '../../schema/result/output-mismatch.error.js';
import { toToolResult } from '../../schema/result/to-tool-result.js';
import { createHandlerCall } from '../create-handler-call.js';
import type { DispatchOptions } from '../dispatch-options.interface.js';
import { describeFailure } from '../failures/failure.js';
import type { MethodCall, MethodHandler } from '../method-handler.interface.js';
import { readArguments, readString } from '../read-params.js';

/**
 * Calls a tool: look-up, guards, validation, then interceptors, pipes and the method, then the
 * output check. Failures of the tool are results the model can read; only what the author threw as
 * `McpException` is a protocol error.
 */
export class ToolsCallHandler implements MethodHandler {
  readonly method = 'tools/call';
  readonly capability = 'tools';
  readonly routingMember = 'name';

  constructor(
    private readonly registry: McpRegistry,
    private readonly options: DispatchOptions,
    private readonly logger: Logger,
  ) {}

  async handle(call: MethodCall): Promise<JsonObject> {
    const { params, context } = call;
    if (Object.keys(params).length === 0) throw invalidParams('tools/call requires params');
    const name = readString(params, 'name', this.method);
    const args = readArguments(params, this.method);
    const tool = this.registry.findTool(name);
    const result =
      tool === undefined
        ? await this.unknown(name, context.revision)
        : await this.call(tool, args, call);
    return forRevision(result, context.revision);
  }

  private async call(
    tool: ToolDefinition,
    args: JsonObject,
    call: MethodCall,
  ): Promise<CallToolResult> {
    try {
      const run = await tool.handler.open(createHandlerCall(call, 'tool', tool.name, args));
      await run.guard();
      const input = await tool.input.validate(args);
      if (!input.ok) return this.refuse(tool, input.issues);
      return await toToolResult(await run.invoke(input.value), tool.output);
    } catch (thrown) {
      return this.fail(thrown, tool);
    }
  }

  private refuse(tool: ToolDefinition, issues: readonly ValidationIssue[]): CallToolResult {
    const text = describeIssues(issues);
    this.logger.debug(`${tool.handler.place} was not called, its arguments are invalid: ${text}`);
    if (this.options.inputErrors === 'protocol') {
      throw invalidParams(`Invalid arguments for tool ${tool.name}: ${text}`, { issues });
    }
    return errorResult(`Invalid arguments for tool ${tool.name}:\n${text}`);
  }

  private fail(thrown: unknown, tool: ToolDefinition): CallToolResult {
    if (thrown instanceof OutputMismatchError) return this.mismatch(thrown, tool);
    const failure = describeFailure(thrown, tool.handler.place, this.logger);
    if (failure.kind === 'protocol') throw failure.exception;
    return errorResult(failure.text);
  }

  /** An interceptor may have wrapped the value, so it is named: the author will look there first. */
  private mismatch(error: OutputMismatchError, tool: ToolDefinition): CallToolResult {
    const { place, interceptors } = tool.handler;
    const through = interceptors.length === 0 ? '' : ` after ${interceptors.join(', ')}`;
    this.logger.error(
      `${place}: the result${through} does not fit the output schema: ${error.message}`,
    );
    return errorResult(`The result of ${tool.name}${through} does not fit its output schema`);
  }

  private async unknown(name: string, revision: Revision): Promise<CallToolResult> {
    const reply = await this.explainUnknown(name);
    if (reply !== undefined) return errorResult(reply);
    const code = this.options.unknownToolCode ?? revision.codes.unknownTool;
    throw new McpException(code, `Tool not found: ${name}`);
  }

  private async explainUnknown(name: string): Promise<string | undefined> {
    try {
      const reply: unknown = await this.options.unknownToolReply?.(name);
      return typeof reply === 'string' ? reply : undefined;
    } catch (thrown) {
      this.logger.error(`unknownToolReply failed: ${String(thrown)}`);
      return undefined;
    }
  }
}

function errorResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** Leaves out what clients of the revision do not know or could not parse. */
function forRevision(result: CallToolResult, revision: Revision): JsonObject {
  const { structuredContent, content, ...rest } = result;
  const shown = { content: downgradeContent(content, revision), ...rest };
  if (!('structuredContent' in result) || revision.structuredContent === 'none') return shown;
  if (revision.structuredContent === 'object' && !isJsonObject(structuredContent)) return shown;
  return { ...shown, structuredContent };
}
