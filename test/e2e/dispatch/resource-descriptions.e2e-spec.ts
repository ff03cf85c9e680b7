import { Injectable } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { IsString } from 'class-validator';
import { McpContext, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';
import { ALL_REVISIONS, isSince } from '../../support/revisions.js';

class PageDto {
  @IsString() book!: string;
  @IsString() page!: string;
}

const LISTED = {
  title: 'A title',
  description: 'What it is',
  mimeType: 'application/json',
  annotations: { audience: ['assistant'], priority: 0.5, lastModified: '2026-01-12T15:00:58Z' },
  icons: [{ src: 'https://lib.example/icon.svg', mimeType: 'image/svg+xml', sizes: ['any'] }],
} as const;
const META = { 'lib.example/shelf': 3 };

/** Everything that can be said of a resource, and methods that tell what they know. */
@Injectable()
class Library {
  @McpResource({ ...LISTED, name: 'fixed', uri: 'lib://all', size: 42, meta: META })
  all({ uri }: McpContext) {
    return { uri };
  }

  @McpResource({ ...LISTED, name: 'family', uriTemplate: 'lib://{book}/{page}', meta: META })
  page({ book, page }: PageDto, { uri }: McpContext) {
    return { uri, params: { book, page } };
  }

  @McpResource({ name: 'meta', uri: 'lib://meta' })
  withMeta() {
    return { contents: [{ uri: 'lib://meta', text: 'x', _meta: META }], _meta: META };
  }

  @McpTool()
  @McpPrompt()
  elsewhere({ uri }: McpContext): string {
    return String(uri);
  }
}

describe.each(ALL_REVISIONS)('a resource, in %s,', (protocolVersion) => {
  let app: TestingModule;
  let client: McpTestClient;

  beforeAll(async () => {
    app = await bootContext({ providers: [Library] });
    client = await McpTestClient.inMemory(app, { protocolVersion });
  });
  afterAll(() => app.close());

  /** What clients of this revision know of {@link LISTED}. */
  const listed = () => {
    const { title, icons, ...always } = LISTED;
    return {
      ...always,
      ...(isSince(protocolVersion, '2025-06-18') && { title, _meta: META }),
      ...(isSince(protocolVersion, '2025-11-25') && { icons }),
    };
  };

  it('is listed with everything its revision knows, and nothing else', async () => {
    expect(await client.listResources()).toEqual([
      { ...listed(), name: 'fixed', uri: 'lib://all', size: 42 },
      { name: 'meta', uri: 'lib://meta' },
    ]);
  });

  it('of a template is in the list of templates only', async () => {
    const { resourceTemplates } = await client.request('resources/templates/list');

    expect(resourceTemplates).toEqual([
      { ...listed(), name: 'family', uriTemplate: 'lib://{book}/{page}' },
    ]);
  });

  it.each([
    ['lib://all', { uri: 'lib://all' }],
    ['LIB://all', { uri: 'LIB://all' }],
    [
      'lib://moby%20dick/7',
      { uri: 'lib://moby%20dick/7', params: { book: 'moby dick', page: '7' } },
    ],
  ])('knows at %s its address and its variables', async (uri, known) => {
    const { contents } = await client.readResource(uri);

    expect(contents).toEqual([{ uri, mimeType: 'application/json', text: JSON.stringify(known) }]);
  });

  it('may have _meta on its contents and on the result', async () => {
    const { contents, _meta } = await client.readResource('lib://meta');

    expect(contents).toEqual([{ uri: 'lib://meta', text: 'x', _meta: META }]);
    expect(_meta).toMatchObject(META);
  });

  it('is the only one with an address', async () => {
    expect(resultText(await client.callTool('elsewhere', { uri: 'lib://all' }))).toBe('undefined');
    const { messages } = await client.getPrompt('elsewhere', { uri: 'lib://all' });

    expect(messages[0]?.content).toMatchObject({ text: 'undefined' });
  });
});
