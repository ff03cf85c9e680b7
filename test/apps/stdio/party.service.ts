import { Injectable } from '@nestjs/common';
import { McpContext, McpTool } from 'nest-mcp';

/** Calls that end only when something else happens. */
@Injectable()
export class PartyService {
  private greetFirst: (() => void) | undefined;

  @McpTool({ description: 'Wait until a second guest calls this too' })
  async meet(): Promise<string> {
    if (this.greetFirst === undefined) {
      await new Promise<void>((resolve) => (this.greetFirst = resolve));
      return 'first';
    }
    this.greetFirst();
    return 'second';
  }

  @McpTool({ description: 'Log many long messages at once' })
  async shout(ctx: McpContext): Promise<void> {
    await Promise.all(Array.from({ length: 20 }, () => ctx.log('info', 'a'.repeat(20_000))));
  }

  @McpTool({ description: 'Stay until thrown out' })
  async stay({ signal }: McpContext): Promise<string> {
    const thrownOut = new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
    console.error('staying');
    await thrownOut;
    console.error(`leaving: ${signal.reason}`);
    return 'left';
  }
}
