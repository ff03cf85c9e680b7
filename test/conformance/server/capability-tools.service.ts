import { Injectable } from '@nestjs/common';
import { McpContext, McpException, McpTool } from 'nest-mcp';

/** `MissingRequiredClientCapability` of 2026-07-28. */
const MISSING_CAPABILITY = -32021;

/** Tools that need something of the client. */
@Injectable()
export class CapabilityTools {
  @McpTool({ description: 'Refuses clients that cannot sample' })
  testMissingCapability(ctx: McpContext): string {
    if (ctx.clientCapabilities.sampling === undefined) {
      throw new McpException(MISSING_CAPABILITY, 'This tool needs the capability sampling', {
        requiredCapabilities: { sampling: {} },
      });
    }
    return 'The client can sample.';
  }
}
