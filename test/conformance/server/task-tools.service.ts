import { Injectable } from '@nestjs/common';
import type { ElicitResult, FormContent } from 'nest-mcp';
import { ErrorCode, McpContext, McpException, McpTool, McpToolException } from 'nest-mcp';
import { setTimeout } from 'node:timers/promises';
import { FilenameDto } from './filename.dto.js';
import { CONFIRMATION_FORM, NAME_FORM } from './forms.js';
import { JobDto } from './job.dto.js';
import { NameDto } from './name.dto.js';

/** How long a job works that comes to nothing. */
const FAILING_JOB_MS = 1_000;

/** Tools that go on as tasks, and one that does not. */
@Injectable()
export class TaskTools {
  @McpTool({ description: 'Greets at once' })
  greet({ name }: NameDto): string {
    return `Hello, ${name}!`;
  }

  @McpTool({ description: 'Works as long as it is told', task: 'optional' })
  async slowCompute({ seconds, label }: JobDto, ctx: McpContext): Promise<string> {
    await setTimeout(seconds * 1_000, undefined, { signal: ctx.signal });
    return `${label}: computed for ${seconds} seconds.`;
  }

  @McpTool({ description: 'Works in vain', task: 'required' })
  async failingJob(ctx: McpContext): Promise<never> {
    await setTimeout(FAILING_JOB_MS, undefined, { signal: ctx.signal });
    throw new McpToolException('The job failed.');
  }

  @McpTool({ description: 'Ends with an error of the protocol', task: 'optional' })
  protocolErrorJob(): never {
    throw new McpException(ErrorCode.InternalError, 'The job broke.');
  }

  @McpTool({ description: 'Asks before it deletes', task: 'optional' })
  async confirmDelete({ filename }: FilenameDto, ctx: McpContext): Promise<string> {
    const answer = await ctx.elicit(`Delete ${filename}?`, CONFIRMATION_FORM);
    return valueOf(answer, 'confirm') === 'true' ? `Deleted ${filename}.` : `Kept ${filename}.`;
  }

  @McpTool({ description: 'Asks two things at once', task: 'optional' })
  async multiInput(ctx: McpContext): Promise<string> {
    const [name, confirmation] = await Promise.all([
      ctx.elicit('What is your name?', NAME_FORM),
      ctx.elicit('Go on?', CONFIRMATION_FORM),
    ]);
    return `${valueOf(name, 'name')}, confirmed: ${valueOf(confirmation, 'confirm')}`;
  }

  @McpTool({
    description: 'Asks for a name, and then goes on as a task',
    task: { support: 'required', starts: 'when-told' },
  })
  async testToolWithTask(ctx: McpContext): Promise<string> {
    const answer = await ctx.elicit('What is your name?', NAME_FORM, { key: 'user_name' });
    await ctx.startTask();
    return `Hello, ${valueOf(answer, 'name')}!`;
  }
}

const valueOf = ({ action, content }: ElicitResult<FormContent>, field: string): string =>
  action === 'accept' ? String(content[field]) : action;
