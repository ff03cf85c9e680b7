import { Injectable } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { IsInt, IsString } from 'class-validator';
import {
  CompletionResult,
  Content,
  McpCompletion,
  McpPrompt,
  McpResource,
  McpTool,
  PromptResult,
  ResourceResult,
  ToolResult,
} from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { ALL_REVISIONS, isSince } from '../../support/revisions.js';

class CoverDto {
  @IsInt()
  width!: number;

  @IsString()
  format!: string;
}

class WantedDto {
  @IsString()
  format: string = 'png';
}

/** In base64 these have every character that differs from the alphabet of URLs, and padding. */
const bytes = Buffer.from([0xfb, 0xff, 0xbf, 0]);
const annotations = { audience: ['user' as const], priority: 1, lastModified: '2026-07-28' };

@Injectable()
class Covers {
  @McpTool()
  everything(): ToolResult {
    return ToolResult.text('The cover:', { annotations, meta: { 'shop.example/a': 1 } })
      .image(bytes, 'image/png', { annotations })
      .audio(bytes, 'audio/wav')
      .resource({ uri: 'shop://covers/1', mimeType: 'image/png', blob: bytes })
      .resourceLink({ uri: 'shop://covers/2', name: 'back', size: 4 })
      .json({ pages: 7 })
      .meta({ 'shop.example/b': 2 });
  }

  @McpTool()
  failing(): ToolResult {
    return ToolResult.error('No such cover');
  }

  @McpTool({ output: CoverDto })
  measured(_wanted: WantedDto): ToolResult {
    return ToolResult.structured({ width: 7, format: 'png', path: '/srv/secret' });
  }

  @McpTool({ output: CoverDto })
  mismeasured(): ToolResult {
    return ToolResult.structured({ width: 'wide', format: 'png' });
  }

  @McpTool()
  confused(): unknown {
    return PromptResult.user('hello');
  }

  @McpPrompt({ description: 'Looks at a cover' })
  look(): PromptResult {
    return PromptResult.user('What is this?')
      .user(Content.image(bytes, 'image/png', { annotations }))
      .assistant(Content.resourceLink({ uri: 'shop://covers/1', name: 'front' }));
  }

  @McpResource({ uri: 'shop://covers/1', mimeType: 'image/png' })
  cover(): ResourceResult {
    return ResourceResult.blob(bytes).text('the cover', {
      uri: 'shop://covers/1/alt',
      mimeType: 'text/plain',
    });
  }

  @McpCompletion({ tool: 'measured', argument: 'format' })
  formats(value: string): CompletionResult {
    return CompletionResult.values([`${value}ng`], { total: 250 });
  }
}

describe.each(ALL_REVISIONS)('a built result, in %s,', (protocolVersion) => {
  const logger = new RecordingLogger();
  const hasAudio = isSince(protocolVersion, '2025-03-26');
  const hasLinks = isSince(protocolVersion, '2025-06-18');
  let app: TestingModule;
  let client: McpTestClient;

  beforeAll(async () => {
    app = await bootContext({ providers: [Covers] });
    app.useLogger(logger);
    client = await McpTestClient.inMemory(app, { protocolVersion });
  });
  afterAll(() => app.close());

  it('of a tool has its parts in order, as far as the revision knows them', async () => {
    const result = await client.callTool('everything');

    expect(result.content).toEqual([
      { type: 'text', text: 'The cover:', annotations, _meta: { 'shop.example/a': 1 } },
      { type: 'image', data: '+/+/AA==', mimeType: 'image/png', annotations },
      hasAudio
        ? { type: 'audio', data: '+/+/AA==', mimeType: 'audio/wav' }
        : { type: 'text', text: '[audio, audio/wav]' },
      {
        type: 'resource',
        resource: { uri: 'shop://covers/1', mimeType: 'image/png', blob: '+/+/AA==' },
      },
      hasLinks
        ? { type: 'resource_link', uri: 'shop://covers/2', name: 'back', size: 4 }
        : { type: 'text', text: 'back: shop://covers/2' },
      { type: 'text', text: '{"pages":7}' },
    ]);
    expect(result._meta).toMatchObject({ 'shop.example/b': 2 });
  });

  it('of a tool may be a failure', async () => {
    expect(await client.callTool('failing')).toMatchObject({
      content: [{ type: 'text', text: 'No such cover' }],
      isError: true,
    });
  });

  it('of a tool is reduced to what its schema declares, in the text too', async () => {
    const result = await client.callTool('measured');

    expect(result.content).toEqual([{ type: 'text', text: '{"width":7,"format":"png"}' }]);
    expect(JSON.stringify(result)).not.toContain('secret');
    expect('structuredContent' in result).toBe(hasLinks);
  });

  it('of a tool is checked against its schema', async () => {
    const result = await client.callTool('mismeasured');

    expect(result.isError).toBe(true);
    expect(logger.text).toContain('width');
  });

  it('of another kind is a failure that the log explains', async () => {
    expect((await client.callTool('confused')).isError).toBe(true);
    expect(logger.text).toContain('the result of a prompt was returned for a tool');
  });

  it('of a prompt has messages of any content', async () => {
    const { description, messages } = await client.getPrompt('look');

    expect(description).toBe('Looks at a cover');
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'What is this?' } },
      {
        role: 'user',
        content: { type: 'image', data: '+/+/AA==', mimeType: 'image/png', annotations },
      },
      {
        role: 'assistant',
        content: hasLinks
          ? { type: 'resource_link', uri: 'shop://covers/1', name: 'front' }
          : { type: 'text', text: 'front: shop://covers/1' },
      },
    ]);
  });

  it('of a resource has several contents', async () => {
    expect((await client.readResource('shop://covers/1')).contents).toEqual([
      { uri: 'shop://covers/1', mimeType: 'image/png', blob: '+/+/AA==' },
      { uri: 'shop://covers/1/alt', mimeType: 'text/plain', text: 'the cover' },
    ]);
  });

  it('of a completer says how many there are', async () => {
    const { completion } = await client.request<{ completion: object }>('completion/complete', {
      ref: { type: 'ref/tool', name: 'measured' },
      argument: { name: 'format', value: 'p' },
    });

    expect(completion).toEqual({ values: ['png'], total: 250, hasMore: true });
  });
});
