import { Injectable } from '@nestjs/common';
import type { CallToolResult } from 'nest-mcp';
import { McpTool, McpToolException } from 'nest-mcp';
import { RED_PIXEL_PNG, SILENT_WAV } from './media.js';
import { WeatherDto } from './weather.dto.js';

/** One tool for each kind of result. */
@Injectable()
export class ContentTools {
  @McpTool({ description: 'Returns text' })
  testSimpleText(): string {
    return 'This is a simple text response for testing.';
  }

  @McpTool({ description: 'Returns an image' })
  testImageContent(): CallToolResult {
    return { content: [{ type: 'image', data: RED_PIXEL_PNG, mimeType: 'image/png' }] };
  }

  @McpTool({ description: 'Returns audio' })
  testAudioContent(): CallToolResult {
    return { content: [{ type: 'audio', data: SILENT_WAV, mimeType: 'audio/wav' }] };
  }

  @McpTool({ description: 'Returns an embedded resource' })
  testEmbeddedResource(): CallToolResult {
    const resource = {
      uri: 'test://embedded-resource',
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    };
    return { content: [{ type: 'resource', resource }] };
  }

  @McpTool({ description: 'Returns text, an image and a resource' })
  testMultipleContentTypes(): CallToolResult {
    const resource = {
      uri: 'test://mixed-content-resource',
      mimeType: 'application/json',
      text: JSON.stringify({ test: 'data', value: 123 }),
    };
    return {
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: RED_PIXEL_PNG, mimeType: 'image/png' },
        { type: 'resource', resource },
      ],
    };
  }

  @McpTool({ description: 'Returns a structured result', output: WeatherDto })
  testStructuredContent(): WeatherDto {
    return { temperature: 22.5, conditions: 'partly cloudy' };
  }

  @McpTool({ description: 'Fails' })
  testErrorHandling(): never {
    throw new McpToolException('This tool intentionally returns an error for testing');
  }
}
