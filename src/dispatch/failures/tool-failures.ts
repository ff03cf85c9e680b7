import type { Logger } from '@nestjs/common';
import type { CallToolResult } from '../../protocol/content.interface.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { ToolDefinition } from '../../registry/definitions.interface.js';
import type { ValidationIssue } from '../../schema/compiled-schema.interface.js';
import { describeIssues } from '../../schema/describe-issues.js';
import { OutputMismatchError } from '../../schema/result/output-mismatch.error.js';
import { McpCancelledError } from '../cancelled.error.js';
import type { DispatchOptions } from '../dispatch-options.interface.js';
import { InputRequired } from '../input-required.js';
import { BusyError } from '../slots/busy.error.js';
import { CallbackTimeoutError } from '../slots/callback-timeout.error.js';
import { describeFailure } from './failure.js';
import { errorResult } from './tool-results.js';

/**
 * What failures around a tool become: results the model can read. Only what the author threw as
 * `McpException` is a protocol error.
 */
export class ToolFailures {
  constructor(
    private readonly options: DispatchOptions,
    private readonly logger: Logger,
  ) {}

  /** @throws McpException, questions and cancellations, which are not results */
  toResult(thrown: unknown, name: string, tool: ToolDefinition | undefined): CallToolResult {
    if (thrown instanceof InputRequired || thrown instanceof McpCancelledError) throw thrown;
    if (thrown instanceof BusyError || thrown instanceof CallbackTimeoutError) {
      return errorResult(JSON.stringify(thrown.payload));
    }
    if (thrown instanceof OutputMismatchError && tool !== undefined) {
      return this.mismatch(thrown, tool);
    }
    const failure = describeFailure(thrown, tool?.handler.place ?? name, this.logger);
    if (failure.kind === 'protocol') throw failure.exception;
    return errorResult(failure.text);
  }

  /** @throws McpException with `inputErrors: 'protocol'` */
  invalidArguments(tool: ToolDefinition, issues: readonly ValidationIssue[]): CallToolResult {
    const text = describeIssues(issues);
    if (this.options.inputErrors === 'protocol') {
      throw invalidParams(`Invalid arguments for tool ${tool.name}: ${text}`, { issues });
    }
    return errorResult(`Invalid arguments for tool ${tool.name}:\n${text}`);
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
}
