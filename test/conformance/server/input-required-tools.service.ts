import { Injectable } from '@nestjs/common';
import type { ElicitResult, FormContent } from 'nest-mcp';
import { McpContext, McpPrompt, McpTool } from 'nest-mcp';
import { COLOUR_FORM, CONSENT_FORM, NAME_FORM } from './forms.js';

const CAPITAL = {
  messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
  maxTokens: 100,
} as const;

/** Tools that end with questions, under the keys the suite answers. */
@Injectable()
export class InputRequiredTools {
  @McpTool({ description: 'Asks for a name' })
  async testInputRequiredResultElicitation(ctx: McpContext): Promise<string> {
    const answer = await ctx.elicit('What is your name?', NAME_FORM, { key: 'user_name' });
    return `Hello, ${valueOf(answer, 'name')}!`;
  }

  @McpTool({ description: "Asks the client's model" })
  async testInputRequiredResultSampling(ctx: McpContext): Promise<string> {
    const { content } = await ctx.sample(CAPITAL, { key: 'capital_question' });
    return `The model says: ${JSON.stringify(content)}`;
  }

  @McpTool({ description: 'Asks for the roots' })
  async testInputRequiredResultListRoots(ctx: McpContext): Promise<string> {
    const roots = await ctx.listRoots({ key: 'client_roots' });
    return `Roots: ${roots.map(({ uri }) => uri).join(', ')}`;
  }

  @McpTool({ description: 'Asks for a confirmation, and has a state' })
  async testInputRequiredResultRequestState(ctx: McpContext): Promise<string> {
    const answer = await ctx.elicit('Please confirm', CONSENT_FORM, { key: 'confirm' });
    return `state-ok: ${valueOf(answer, 'ok')}`;
  }

  @McpTool({ description: 'Asks three things at once' })
  async testInputRequiredResultMultipleInputs(ctx: McpContext): Promise<string> {
    const [name, greeting, roots] = await Promise.all([
      ctx.elicit('What is your name?', NAME_FORM, { key: 'user_name' }),
      ctx.sample(CAPITAL, { key: 'greeting' }),
      ctx.listRoots({ key: 'client_roots' }),
    ]);
    return `${valueOf(name, 'name')}, ${JSON.stringify(greeting.content)}, ${roots.length} roots`;
  }

  @McpTool({ description: 'Asks one thing after another' })
  async testInputRequiredResultMultiRound(ctx: McpContext): Promise<string> {
    const name = await ctx.elicit('Step 1: your name?', NAME_FORM, { key: 'step1' });
    const colour = await ctx.elicit('Step 2: your colour?', COLOUR_FORM, { key: 'step2' });
    return `${valueOf(name, 'name')} likes ${valueOf(colour, 'color')}`;
  }

  @McpTool({ description: 'Asks for a confirmation, and refuses an altered state' })
  async testInputRequiredResultTamperedState(ctx: McpContext): Promise<string> {
    const answer = await ctx.elicit('Please confirm', CONSENT_FORM, { key: 'confirm' });
    return `confirmed: ${valueOf(answer, 'ok')}`;
  }

  @McpTool({ description: 'Asks only what the client can answer' })
  async testInputRequiredResultCapabilities(ctx: McpContext): Promise<string> {
    const { elicitation, sampling } = ctx.clientCapabilities;
    const [name, capital] = await Promise.all([
      elicitation && ctx.elicit('What is your name?', NAME_FORM, { key: 'user_name' }),
      sampling && ctx.sample(CAPITAL, { key: 'capital_question' }),
    ]);
    return `${name ? valueOf(name, 'name') : 'nobody'}, ${JSON.stringify(capital?.content)}`;
  }

  @McpPrompt({ description: 'Asks what it is to be about' })
  async testInputRequiredResultPrompt(ctx: McpContext): Promise<string> {
    const answer = await ctx.elicit('What is the context?', CONTEXT_FORM, { key: 'user_context' });
    return `Use this context: ${valueOf(answer, 'context')}`;
  }
}

const CONTEXT_FORM = {
  type: 'object',
  properties: { context: { type: 'string' } },
  required: ['context'],
} as const;

const valueOf = ({ action, content }: ElicitResult<FormContent>, field: string): string =>
  action === 'accept' ? String(content[field]) : action;
