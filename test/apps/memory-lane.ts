import { Injectable } from '@nestjs/common';
import { IsString } from 'class-validator';
import { McpContext, McpTool } from 'nest-mcp';

class NoteDto {
  @IsString()
  text!: string;
}

/** Remembers notes in the session, and tells what it knows of it. */
@Injectable()
export class MemoryLane {
  @McpTool()
  note({ text }: NoteDto, ctx: McpContext): string {
    const notes = (ctx.state.get('notes') as readonly string[] | undefined) ?? [];
    ctx.state.set('notes', [...notes, text]);
    return 'noted';
  }

  @McpTool()
  recall(ctx: McpContext): object {
    return {
      notes: ctx.state.get('notes') ?? [],
      client: ctx.clientInfo?.name,
      version: ctx.protocolVersion,
      isInitialized: ctx.isInitialized,
    };
  }

  @McpTool()
  async murmur(ctx: McpContext): Promise<string> {
    await ctx.log('info', 'quiet');
    await ctx.log('error', 'loud');
    return 'said';
  }
}
