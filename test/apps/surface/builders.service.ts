import { Injectable } from '@nestjs/common';
import { IsBoolean, IsIn, IsInt, IsOptional, Max } from 'class-validator';
import {
  CompletionResult,
  McpCompletion,
  McpPrompt,
  McpResource,
  McpTool,
  PromptResult,
  ResourceResult,
  ToolResult,
} from 'nest-mcp';

class OrderDto {
  @IsInt()
  @Max(10)
  copies!: number;

  @IsOptional()
  @IsBoolean()
  isGift?: boolean;

  @IsOptional()
  @IsIn(['slow', 'fast'])
  speed?: string;
}

/** What every builder makes, part by part. */
@Injectable()
export class BuildersService {
  @McpTool()
  buildTool(): ToolResult {
    return ToolResult.text('one')
      .image(Uint8Array.of(0), 'image/png', { annotations: { priority: 1 } })
      .error('two')
      .meta({ 'surface/built': true });
  }

  @McpResource({ uri: 'surface://built', mimeType: 'text/markdown' })
  buildResource(): ResourceResult {
    return ResourceResult.text('one')
      .blob(Uint8Array.of(2), { uri: 'surface://built/2', mimeType: 'x/two' })
      .meta({ 'surface/built': true })
      .cached({ ttlMs: 60_000, cacheScope: 'public' });
  }

  @McpPrompt()
  buildPrompt({ copies, isGift, speed }: OrderDto): PromptResult {
    return PromptResult.user(`${typeof copies} ${copies}`)
      .assistant(`${typeof isGift} ${String(isGift)} ${String(speed)}`)
      .description('Built');
  }

  @McpCompletion({ prompt: 'build_prompt', argument: 'speed' })
  speeds(value: string): CompletionResult {
    const speeds = ['slow', 'fast'].filter((speed) => speed.startsWith(value));
    return CompletionResult.values(speeds, { total: 7, hasMore: true });
  }
}
