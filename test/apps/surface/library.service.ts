import { Injectable } from '@nestjs/common';
import { IsIn, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import type { PromptMessage, ReadResourceResult } from 'nest-mcp';
import { McpArgs, McpCompletion, McpContext, McpPrompt, McpResource } from 'nest-mcp';

const ICONS = [{ src: 'data:image/png;base64,aQ==', mimeType: 'image/png', sizes: ['48x48'] }];

class ShelfDto {
  @IsString()
  shelf!: string;
}

class GreetingDto {
  /** The language decides which names are offered. */
  @IsIn(['de', 'fr'])
  language!: string;

  @IsOptional()
  @IsNotEmpty()
  name: string = 'everybody';
}

interface Typed {
  readonly value: string;
  readonly context: Readonly<Record<string, string>>;
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  de: ['Anna', 'Arno'],
  fr: ['Amélie'],
};

/** Resources, prompts and completers of every kind. */
@Injectable()
export class LibraryService {
  @McpResource({
    uri: 'surface://readme',
    name: 'readme',
    title: 'Read me',
    description: 'What to read first',
    mimeType: 'text/markdown',
    annotations: { audience: ['user', 'assistant'], priority: 0 },
    icons: ICONS,
    size: 7,
    meta: { 'surface/shelf': 'A1' },
  })
  readme(): string {
    return 'read me';
  }

  @McpResource({ uri: 'surface://plain' })
  plain(): string {
    return 'plain';
  }

  @McpResource({ uri: 'surface://object' })
  object() {
    return { shelf: 'A1' };
  }

  @McpResource({ uri: 'surface://bytes' })
  bytes(): Uint8Array {
    return Uint8Array.from({ length: 256 }, (_, byte) => byte);
  }

  @McpResource({ uri: 'surface://several' })
  several(): ReadResourceResult {
    return {
      contents: [
        { uri: 'surface://several/1', mimeType: 'text/plain', text: 'one' },
        { uri: 'surface://several/2', blob: 'Ag==' },
      ],
    };
  }

  @McpResource({ uri: 'surface://gone' })
  gone(): undefined {
    return undefined;
  }

  @McpResource({ uri: 'surface://private' })
  secret(): string {
    return 'secret';
  }

  @McpResource({
    uriTemplate: 'surface://shelves/{shelf}',
    name: 'shelf',
    title: 'Shelf',
    description: 'What stands on a shelf',
    mimeType: 'application/json',
    annotations: { priority: 1 },
    icons: ICONS,
    meta: { 'surface/kind': 'shelf' },
  })
  shelf({ shelf }: ShelfDto, { meta, progressToken, uri }: McpContext) {
    return { shelf, meta, progressToken, uri };
  }

  @McpPrompt({
    title: 'Greeting',
    description: 'Greet somebody',
    icons: ICONS,
    meta: { 'surface/mood': 'good' },
  })
  greet({ language, name }: GreetingDto): string {
    return `${language}: ${name}`;
  }

  @McpPrompt()
  converse(): PromptMessage[] {
    return [
      { role: 'user', content: { type: 'text', text: 'Which books run out?' } },
      { role: 'assistant', content: { type: 'image', data: 'AA==', mimeType: 'image/png' } },
      {
        role: 'user',
        content: { type: 'resource', resource: { uri: 'surface://readme', text: 'read me' } },
      },
    ];
  }

  @McpCompletion({ prompt: 'greet', argument: 'name' })
  names(@McpArgs() { value, context }: Typed): string[] {
    const names = NAMES[context.language ?? ''] ?? [];
    return names.filter((name) => name.startsWith(value));
  }

  @McpCompletion({ uriTemplate: 'surface://shelves/{shelf}', variable: 'shelf' })
  shelves(): string[] {
    return Array.from({ length: 250 }, (_, shelf) => `shelf ${shelf}`);
  }
}
