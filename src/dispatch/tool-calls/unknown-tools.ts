import type { Logger } from '@nestjs/common';
import type { CallToolResult } from '../../protocol/content.interface.js';
import { McpException } from '../../protocol/mcp.exception.js';
import type { ActiveCall } from '../active-call.js';
import type { DispatchOptions } from '../dispatch-options.interface.js';
import { errorResult } from '../failures/tool-results.js';

/** What is answered to a call of a tool that is not there: `unknownToolReply`, else an error. */
export class UnknownTools {
  constructor(
    private readonly options: DispatchOptions,
    private readonly logger: Logger,
  ) {}

  /**
   * @throws McpException with `unknownToolCode`, by default the code of the revision, where the
   *   application has no words of its own
   */
  async answer(call: ActiveCall, name: string): Promise<CallToolResult> {
    const reply = await this.replyFor(name);
    if (reply === undefined) {
      const code = this.options.unknownToolCode ?? call.context.revision.codes.unknownTool;
      throw new McpException(code, `Tool not found: ${name}`);
    }
    call.rejection = 'unknown tool';
    return errorResult(reply);
  }

  private async replyFor(name: string): Promise<string | undefined> {
    try {
      const reply: unknown = await this.options.unknownToolReply?.(name);
      return typeof reply === 'string' ? reply : undefined;
    } catch (thrown) {
      this.logger.error(`unknownToolReply failed: ${String(thrown)}`);
      return undefined;
    }
  }
}
