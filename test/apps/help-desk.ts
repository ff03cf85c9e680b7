import { Injectable } from '@nestjs/common';
import { IsString } from 'class-validator';
import { McpCompletion, McpContext, McpPrompt, McpResource, McpTool } from 'nest-mcp';

class ReplyDto {
  @IsString() tone!: string;
}

class TicketUriDto {
  @IsString() number!: string;
}

/** One method of every kind, and a tool that tells what it knows of its caller. */
@Injectable()
export class HelpDesk {
  @McpTool()
  caller({ protocolVersion, sessionId, clientInfo, clientCapabilities, principal }: McpContext) {
    return { protocolVersion, sessionId, clientInfo, clientCapabilities, principal };
  }

  @McpTool()
  async chatter(ctx: McpContext): Promise<string> {
    await ctx.log('emergency', 'the desk is on fire');
    ctx.closeStream({ retryMs: 1 });
    return 'said';
  }

  @McpResource({ uriTemplate: 'desk://tickets/{number}', mimeType: 'text/plain' })
  ticket({ number }: TicketUriDto): string {
    return `ticket ${number}`;
  }

  @McpPrompt()
  reply({ tone }: ReplyDto): string {
    return `Keep the tone ${tone}.`;
  }

  @McpCompletion({ prompt: 'reply', argument: 'tone' })
  tones(value: string): string[] {
    return ['formal', 'friendly'].filter((tone) => tone.startsWith(value));
  }
}
