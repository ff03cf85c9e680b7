import { Injectable } from '@nestjs/common';
import { IsString } from 'class-validator';
import type { McpContext } from 'nest-mcp';
import { McpCompletion, McpCtx, McpPrompt } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext, ERAS } from '../../support/boot-app.js';

class ReplyDto {
  @IsString()
  tone!: string;
}

let made = 0;

@Injectable()
class Desk {
  @McpPrompt({ description: 'Draft a reply' })
  reply({ tone }: ReplyDto): string {
    return tone;
  }

  @McpCompletion({ prompt: 'reply', argument: 'tone' })
  async tones(tone: string, @McpCtx() ctx: McpContext): Promise<string[]> {
    if (tone === 'once') return [String(await ctx.once('k', () => ++made))];
    const failed = await ctx.listRoots().then(
      () => 'asked',
      (error: Error) => error.message,
    );
    return [failed];
  }
}

describe.each(ERAS)('a completer, in %s', (protocolVersion) => {
  const complete = async (value: string) => {
    const app = await bootContext({ providers: [Desk] });
    const capabilities = { roots: {} };
    const client = await McpTestClient.inMemory(app, { protocolVersion, capabilities });
    const values = await client.complete({ type: 'ref/prompt', name: 'reply' }, 'tone', value);
    await app.close();
    return values;
  };

  it('may not ask, and is told so', async () => {
    expect(await complete('x')).toEqual([
      'The client cannot be asked for anything during completion/complete',
    ]);
  });

  it('may use once(), which code that is shared with tools calls', async () => {
    const before = made;

    expect(await complete('once')).toEqual([String(before + 1)]);
  });
});
