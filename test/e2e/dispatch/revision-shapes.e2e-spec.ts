import { Injectable } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { IsOptional, IsString } from 'class-validator';
import type { CallToolResult, ContentBlock } from 'nest-mcp';
import { McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { z } from 'zod';
import { bootContext } from '../../support/boot-app.js';
import { MemoryWire } from '../../support/memory-wire.js';
import type { RevisionName } from '../../support/revisions.js';
import { ALL_REVISIONS, isSince, MODERN_REVISION } from '../../support/revisions.js';

const icons = [{ src: 'data:image/png;base64,aQ==', sizes: ['any'] }];
const audio: ContentBlock = { type: 'audio', data: 'aQ==', mimeType: 'audio/wav' };
const link: ContentBlock = { type: 'resource_link', uri: 'shop://all', name: 'all', title: 'All' };
const extras = { title: 'T', description: 'D', icons, meta: { team: 'sales' } };
const annotations = { priority: 1 };

class OrderDto {
  @IsString()
  number!: string;
}

class ToneDto {
  @IsOptional()
  @IsString()
  tone?: string;
}

@Injectable()
class Shop {
  @McpTool({ ...extras, annotations: { readOnlyHint: true }, output: OrderDto })
  order(): OrderDto {
    return { number: '7' };
  }

  @McpTool({ output: z.array(z.number()) })
  numbers(): number[] {
    return [1, 2];
  }

  @McpTool()
  media(): CallToolResult {
    return { content: [{ type: 'text', text: 'hello' }, audio, link] };
  }

  @McpResource({ ...extras, annotations, uri: 'shop://all', mimeType: 'text/plain', size: 3 })
  all(): string {
    return 'all';
  }

  @McpResource({ ...extras, annotations, uriTemplate: 'shop://orders/{number}', mimeType: 'a/b' })
  byNumber({ number }: OrderDto): string {
    return number;
  }

  @McpPrompt(extras)
  reply({ tone }: ToneDto): unknown[] {
    return [`be ${tone}`, audio, link];
  }
}

/** Members of each kind of entry, by the revision that brought them. */
const MEMBERS = {
  tools: {
    '2024-11-05': ['name', 'description', 'inputSchema'],
    '2025-03-26': ['annotations'],
    '2025-06-18': ['title', 'outputSchema', '_meta'],
    '2025-11-25': ['icons'],
  },
  resources: {
    '2024-11-05': ['uri', 'name', 'description', 'mimeType', 'annotations', 'size'],
    '2025-06-18': ['title', '_meta'],
    '2025-11-25': ['icons'],
  },
  resourceTemplates: {
    '2024-11-05': ['uriTemplate', 'name', 'description', 'mimeType', 'annotations'],
    '2025-06-18': ['title', '_meta'],
    '2025-11-25': ['icons'],
  },
  prompts: {
    '2024-11-05': ['name', 'description', 'arguments'],
    '2025-06-18': ['title', '_meta'],
    '2025-11-25': ['icons'],
  },
  serverInfo: {
    '2024-11-05': ['name', 'version'],
    '2025-06-18': ['title'],
    '2025-11-25': ['icons', 'description', 'websiteUrl'],
  },
};

const LISTS = {
  tools: 'tools/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  prompts: 'prompts/list',
} as const;

function membersOf(kind: keyof typeof MEMBERS, version: RevisionName): string[] {
  return Object.entries(MEMBERS[kind])
    .filter(([since]) => isSince(version, since as RevisionName))
    .flatMap(([, members]) => members)
    .toSorted();
}

describe.each(ALL_REVISIONS)('what clients of %s are shown', (version) => {
  const hasStructure = isSince(version, '2025-06-18');
  let app: TestingModule;
  let client: McpTestClient;

  beforeAll(async () => {
    const identity = { title: 'T', description: 'D', icons, websiteUrl: 'https://shop.example' };
    app = await bootContext({ providers: [Shop] }, { version: '1', ...identity });
    client = await McpTestClient.inMemory(app, { protocolVersion: version });
  });
  afterAll(() => app.close());

  async function listed(list: keyof typeof LISTS, name: string) {
    const result = await client.request<Record<string, { name: string }[]>>(LISTS[list]);
    return result[list]!.find((entry) => entry.name === name) as Record<string, any>;
  }

  it.each([
    ['tools', 'order'],
    ['resources', 'all'],
    ['resourceTemplates', 'by_number'],
    ['prompts', 'reply'],
  ] as const)('of entries in %s is what they know', async (list, name) => {
    expect(Object.keys(await listed(list, name)).toSorted()).toEqual(membersOf(list, version));
  });

  it('of the server is what they know', async () => {
    const wire = await MemoryWire.open(app, version);
    const [answer] =
      version === MODERN_REVISION
        ? await wire.ask(1, 'server/discover')
        : await wire.ask(1, 'initialize', { protocolVersion: version });
    const { serverInfo = answer?.result._meta['io.modelcontextprotocol/serverInfo'] } =
      answer?.result ?? {};

    expect(Object.keys(serverInfo as object).toSorted()).toEqual(membersOf('serverInfo', version));
  });

  it('of an output schema that is no object', async () => {
    expect('outputSchema' in (await listed('tools', 'numbers'))).toBe(version === MODERN_REVISION);
  });

  it('of a structured object beside its text', async () => {
    const result = await client.callTool('order');

    expect(result.content).toEqual([{ type: 'text', text: '{"number":"7"}' }]);
    expect(result.structuredContent).toEqual(hasStructure ? { number: '7' } : undefined);
    expect('structuredContent' in result).toBe(hasStructure);
  });

  it('of a structured list beside its text', async () => {
    const result = await client.callTool('numbers');

    expect(result.content).toEqual([{ type: 'text', text: '[1,2]' }]);
    expect('structuredContent' in result).toBe(version === MODERN_REVISION);
  });

  it('of audio and links, which become text where they are not known', async () => {
    const { content } = await client.callTool('media');

    expect(content).toEqual([
      { type: 'text', text: 'hello' },
      isSince(version, '2025-03-26') ? audio : { type: 'text', text: '[audio, audio/wav]' },
      hasStructure ? link : { type: 'text', text: 'All: shop://all' },
    ]);
  });

  it('of audio and links in prompts, likewise', async () => {
    const { messages } = await client.getPrompt('reply', { tone: 'kind' });

    expect(messages.map(({ content }) => content)).toEqual([
      { type: 'text', text: 'be kind' },
      isSince(version, '2025-03-26') ? audio : { type: 'text', text: '[audio, audio/wav]' },
      hasStructure ? link : { type: 'text', text: 'All: shop://all' },
    ]);
  });
});
