import { Injectable } from '@nestjs/common';
import { IsString } from 'class-validator';
import { McpContext, McpNotificationBus, McpTool } from 'nest-mcp';

class WordDto {
  @IsString()
  word!: string;
}

/** Tools that change what only their own session knows and is offered. */
@Injectable()
export class SessionService {
  constructor(private readonly notifications: McpNotificationBus) {}

  /** Gives every word that was said in this session. */
  @McpTool()
  sayWord({ word }: WordDto, ctx: McpContext): readonly string[] {
    const words = [...((ctx.state.get('words') as string[] | undefined) ?? []), word];
    ctx.state.set('words', words);
    return words;
  }

  @McpTool()
  forgetWords(ctx: McpContext): void {
    ctx.state.delete('words');
  }

  /** Says it, and fails. */
  @McpTool()
  sayWordInVain({ word }: WordDto, ctx: McpContext): never {
    ctx.state.set('words', [word]);
    throw new Error('in vain');
  }

  @McpTool()
  async openAttic(ctx: McpContext): Promise<string> {
    await ctx.components.registerTools([{ name: 'attic_tool', handler: () => 'dusty' }]);
    return ctx.components.tools.map(({ name }) => name).join();
  }

  @McpTool()
  async closeAttic(ctx: McpContext): Promise<string> {
    await ctx.components.unregisterTools(['attic_tool']);
    return 'closed';
  }

  @McpTool()
  async announce({ word }: WordDto, ctx: McpContext): Promise<string> {
    await ctx.notify('notifications/surface/word', { word });
    return 'announced';
  }

  /** Tells the change of one list over HTTP, and of another over stdio. */
  @McpTool()
  changeByTransport(): string {
    this.notifications.listChanged('tools', { where: ({ transport }) => transport === 'http' });
    this.notifications.listChanged('prompts', { where: ({ transport }) => transport === 'stdio' });
    return 'changed';
  }
}
