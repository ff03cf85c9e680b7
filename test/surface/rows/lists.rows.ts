import { entryOf, errorOf, pagesOf, resultOf } from '../by-hand.js';
import type { Rows } from '../surface-link.interface.js';

const LISTS = [
  ['tools/list', 'tools'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
  ['prompts/list', 'prompts'],
] as const;

const byName = (a: string, b: string) => (a < b ? -1 : 1);

export const LIST_ROWS: Rows = {
  'a tool is listed with everything its decorator says': async (link) => {
    expect(await entryOf(link, 'tools/list', 'tools', 'described')).toEqual({
      name: 'described',
      title: 'Described',
      description: 'Says everything that a list can say',
      inputSchema: { type: 'object', properties: { day: { type: 'string', format: 'date' } } },
      outputSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
      annotations: {
        title: 'Described by its hints',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      icons: [{ src: 'data:image/png;base64,aQ==', mimeType: 'image/png', sizes: ['any'] }],
      _meta: { 'surface/team': 'catalogue' },
    });
  },

  'a tool about which nothing is said has a name and an object schema, and nothing else': async (
    link,
  ) => {
    const entry = await entryOf(link, 'tools/list', 'tools', 'take_nothing');

    expect(entry).toEqual({
      name: 'take_nothing',
      inputSchema: { type: 'object', properties: {} },
    });
  },

  'the official client shows the title of a tool': async ({ client }) => {
    const { tools } = await client.listTools();

    expect(tools.find(({ name }) => name === 'described')).toMatchObject({
      title: 'Described',
      annotations: { title: 'Described by its hints' },
    });
  },

  'a prompt is listed with the arguments of its schema': async (link) => {
    expect(await entryOf(link, 'prompts/list', 'prompts', 'greet')).toEqual({
      name: 'greet',
      title: 'Greeting',
      description: 'Greet somebody',
      arguments: [
        { name: 'language', required: true },
        { name: 'name', required: false },
      ],
      icons: [{ src: 'data:image/png;base64,aQ==', mimeType: 'image/png', sizes: ['48x48'] }],
      _meta: { 'surface/mood': 'good' },
    });
  },

  'a fixed resource is listed with everything its decorator says': async (link) => {
    expect(await entryOf(link, 'resources/list', 'resources', 'readme')).toEqual({
      uri: 'surface://readme',
      name: 'readme',
      title: 'Read me',
      description: 'What to read first',
      mimeType: 'text/markdown',
      annotations: { audience: ['user', 'assistant'], priority: 0 },
      icons: [{ src: 'data:image/png;base64,aQ==', mimeType: 'image/png', sizes: ['48x48'] }],
      size: 7,
      _meta: { 'surface/shelf': 'A1' },
    });
  },

  'a fixed resource about which nothing is said has a URI and a name': async (link) => {
    const entry = await entryOf(link, 'resources/list', 'resources', 'plain');

    expect(entry).toEqual({ uri: 'surface://plain', name: 'plain' });
  },

  'a template is listed among templates, and among nothing else': async (link) => {
    expect(await entryOf(link, 'resources/templates/list', 'resourceTemplates', 'shelf')).toEqual({
      uriTemplate: 'surface://shelves/{shelf}',
      name: 'shelf',
      title: 'Shelf',
      description: 'What stands on a shelf',
      mimeType: 'application/json',
      annotations: { priority: 1 },
      icons: [{ src: 'data:image/png;base64,aQ==', mimeType: 'image/png', sizes: ['48x48'] }],
      _meta: { 'surface/kind': 'shelf' },
    });
    expect(await entryOf(link, 'resources/list', 'resources', 'shelf')).toBeUndefined();
    const templates = await pagesOf(link, 'resources/templates/list', 'resourceTemplates');
    expect(templates.flat().map(({ name }) => name)).not.toContain('readme');
  },

  'every list comes in pages, in the order of names, each entry once': async (link) => {
    for (const [method, member] of LISTS) {
      const pages = await pagesOf(link, method, member);
      const names = pages.flat().map(({ name }) => String(name));

      expect(pages.slice(0, -1).every((page) => page.length === 5)).toBe(true);
      expect(names).toEqual([...new Set(names)].toSorted(byName));
    }
    expect(await pagesOf(link, 'tools/list', 'tools')).not.toHaveLength(1);
  },

  'the official client puts the pages of every list together': async (link) => {
    const { client } = link;
    const lists = [
      (await client.listTools()).tools,
      (await client.listResources()).resources,
      (await client.listResourceTemplates()).resourceTemplates,
      (await client.listPrompts()).prompts,
    ];

    for (const [index, [method, member]] of LISTS.entries()) {
      const whole = (await pagesOf(link, method, member)).flat().map(({ name }) => name);
      const names = lists[index]?.map(({ name }) => name);
      // The raw peer cannot be asked, and is not shown what would have to ask.
      expect(names?.filter((name) => name !== 'cut_line')).toEqual(
        whole.filter((name) => name !== 'cut_line'),
      );
    }
  },

  'a tool that needs the word of a person is listed for those who can be asked': async ({
    client,
  }) => {
    const { tools } = await client.listTools();

    expect(tools.map(({ name }) => name)).toContain('cut_line');
  },

  'a cursor that the list did not give is refused': async (link) => {
    const { nextCursor } = await resultOf(link, 'tools/list');
    for (const cursor of ['', 'garbage', 7, nextCursor]) {
      const method = cursor === nextCursor ? 'resources/list' : 'tools/list';

      expect((await errorOf(link, method, { cursor })).code).toBe(-32602);
    }
  },

  'a tool that the policy denies is not listed': async (link) => {
    expect(await entryOf(link, 'tools/list', 'tools', 'hidden_tool')).toBeUndefined();
    const { tools } = await link.client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('hidden_tool');
  },
};
