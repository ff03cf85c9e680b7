import { Injectable } from '@nestjs/common';
import type { PromptMessage } from 'nest-mcp';
import { McpCompletion, McpPrompt } from 'nest-mcp';
import { RED_PIXEL_PNG } from './media.js';
import { ResourceUriDto } from './resource-uri.dto.js';
import { TwoArgumentsDto } from './two-arguments.dto.js';

@Injectable()
export class TestPrompts {
  @McpPrompt({ description: 'A prompt without arguments' })
  testSimplePrompt(): string {
    return 'This is a simple prompt for testing.';
  }

  @McpPrompt({ description: 'A prompt with two arguments' })
  testPromptWithArguments({ arg1, arg2 }: TwoArgumentsDto): string {
    return `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
  }

  @McpCompletion({ prompt: 'test_prompt_with_arguments', argument: 'arg1' })
  firstArguments(typed: string): string[] {
    return ['test', 'testing', 'other'].filter((value) => value.startsWith(typed));
  }

  @McpPrompt({ description: 'A prompt with an embedded resource' })
  testPromptWithEmbeddedResource({ resourceUri }: ResourceUriDto): PromptMessage[] {
    const resource = {
      uri: resourceUri,
      mimeType: 'text/plain',
      text: 'Embedded resource content for testing.',
    };
    return [
      { role: 'user', content: { type: 'resource', resource } },
      {
        role: 'user',
        content: { type: 'text', text: 'Please process the embedded resource above.' },
      },
    ];
  }

  @McpPrompt({ description: 'A prompt with an image' })
  testPromptWithImage(): PromptMessage[] {
    return [
      { role: 'user', content: { type: 'image', data: RED_PIXEL_PNG, mimeType: 'image/png' } },
      { role: 'user', content: { type: 'text', text: 'Please analyze the image above.' } },
    ];
  }
}
