import { Injectable } from '@nestjs/common';
import type { ElicitResult } from 'nest-mcp';
import { McpContext, McpTool } from 'nest-mcp';
import { CHOICES_FORM, CONTACT_FORM, PRESET_FORM } from './forms.js';
import { MessageDto } from './message.dto.js';
import { PromptDto } from './prompt.dto.js';

/** Tools that want something of the client while they run. */
@Injectable()
export class AskingTools {
  @McpTool({ description: "Lets the client's model answer a prompt" })
  async testSampling({ prompt }: PromptDto, ctx: McpContext): Promise<string> {
    const { content } = await ctx.sample({
      messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
      maxTokens: 100,
    });
    return `LLM response: ${JSON.stringify(content)}`;
  }

  @McpTool({ description: 'Asks for a name and an address' })
  async testElicitation({ message }: MessageDto, ctx: McpContext): Promise<string> {
    return told(await ctx.elicit(message, CONTACT_FORM));
  }

  @McpTool({ description: 'Asks with a form that is filled in already' })
  async testElicitationSep1034Defaults(ctx: McpContext): Promise<string> {
    return told(await ctx.elicit('Please check these values', PRESET_FORM));
  }

  @McpTool({ description: 'Asks with a form of every kind of choice' })
  async testElicitationSep1330Enums(ctx: McpContext): Promise<string> {
    return told(await ctx.elicit('Please choose', CHOICES_FORM));
  }

  @McpTool({ description: 'Asks for a confirmation in the middle of its work' })
  async testStreamingElicitation(ctx: McpContext): Promise<string> {
    await ctx.progress(1, { total: 2 });
    return told(await ctx.elicit('Go on?', CONTACT_FORM));
  }

  @McpTool({ description: 'Needs a client that can sample' })
  async testMissingCapability(ctx: McpContext): Promise<string> {
    const { content } = await ctx.sample({
      messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
      maxTokens: 10,
    });
    return `The client can sample: ${JSON.stringify(content)}`;
  }
}

function told({ action, content }: ElicitResult<unknown>): string {
  return `User response: action=${action}, content=${JSON.stringify(content ?? {})}`;
}
