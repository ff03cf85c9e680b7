import { REVISIONS } from '../protocol/revisions/revisions.js';
import type { JsonObject } from '../protocol/json.js';
import type { BoundHandler } from './handlers/bound-handler.interface.js';
import type { ListName } from './definitions.interface.js';
import { listEntries } from './list-entries.js';
import { CatalogueStore } from './catalogue-store.js';
import { parseUriTemplate } from './uri-template/parse-uri-template.js';

const handler: BoundHandler = {
  place: 'Shop.any',
  interceptors: [],
  open: () => {
    throw new Error('a list calls nothing');
  },
};
const schema = (json: JsonObject) => ({
  json,
  validate: (value: unknown) => ({ ok: true as const, value }),
});
const everything = {
  handler,
  name: 'order',
  title: 'Order',
  description: 'One order',
  icons: [{ src: 'data:image/png;base64,aQ==' }],
  meta: { team: 'sales' },
};
const annotations = { audience: ['user' as const], priority: 1 };

function createRegistry(): CatalogueStore {
  const catalogue = new CatalogueStore();
  catalogue.add({
    tools: [
      {
        ...everything,
        annotations: { readOnlyHint: true },
        input: schema({ type: 'object' }),
        output: schema({ type: 'object', title: 'Out' }),
        task: { support: 'required', starts: 'at-once' },
      },
    ],
  });
  catalogue.add({
    resources: [{ ...everything, uri: 'a:b', mimeType: 'text/plain', size: 7, annotations }],
  });
  catalogue.add({
    resourceTemplates: [
      {
        ...everything,
        template: parseUriTemplate('a:{b}', 'spec'),
        allowEncodedSlash: true,
        mimeType: 'text/plain',
        annotations,
      },
    ],
  });
  catalogue.add({
    prompts: [
      {
        ...everything,
        arguments: [{ name: 'tone', title: 'Tone', description: 'How', required: true }],
      },
    ],
  });
  return catalogue;
}

/** Gone with the revision that followed. */
const GONE: ReadonlySet<string> = new Set(['execution']);

/** Members of the entries of a list, by the revision that brought them. */
const MEMBERS: Readonly<Record<ListName, Readonly<Record<string, readonly string[]>>>> = {
  tools: {
    '2024-11-05': ['name', 'description', 'inputSchema'],
    '2025-03-26': ['annotations'],
    '2025-06-18': ['title', 'outputSchema', '_meta'],
    '2025-11-25': ['icons', 'execution'],
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
};

const rows = Object.entries(MEMBERS).flatMap(([list, since]) =>
  REVISIONS.map((revision) => {
    const members = Object.entries(since)
      .filter(([version]) => version <= revision.version)
      .flatMap(([, added]) => added)
      .filter((member) => !GONE.has(member) || revision.version < '2026-07-28');
    return { list: list as ListName, version: revision.version, revision, members };
  }),
);

describe('listEntries', () => {
  const catalogue = createRegistry();

  it.each(rows)('shows of $list in $version what it knows', ({ list, revision, members }) => {
    const [entry] = listEntries(catalogue, list, revision);

    expect(Object.keys(entry?.value ?? {}).toSorted()).toEqual(members.toSorted());
  });

  it.each(REVISIONS)('shows the arguments of a prompt in $version', (revision) => {
    const [entry] = listEntries(catalogue, 'prompts', revision);
    const known = { name: 'tone', description: 'How', required: true };

    expect(entry?.value.arguments).toEqual([
      revision.version >= '2025-06-18' ? { ...known, title: 'Tone' } : known,
    ]);
  });

  it('gives members their values', () => {
    const [entry] = listEntries(catalogue, 'tools', REVISIONS[0]!);

    expect(entry).toEqual({
      key: 'order',
      value: {
        name: 'order',
        title: 'Order',
        description: 'One order',
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object', title: 'Out' },
        annotations: { readOnlyHint: true },
        icons: everything.icons,
        _meta: { team: 'sales' },
      },
    });
  });

  it('shows in 2025-11-25 whether a tool runs as a task', () => {
    const revision = REVISIONS.find(({ version }) => version === '2025-11-25')!;
    const [entry] = listEntries(catalogue, 'tools', revision);

    expect(entry?.value.execution).toEqual({ taskSupport: 'required' });
  });

  it.each([
    ['tools', 'order'],
    ['resources', '["order","a:b"]'],
    ['resourceTemplates', '["order","a:{b}"]'],
    ['prompts', 'order'],
  ] as const)('keys %s by what orders them', (list, key) => {
    expect(listEntries(catalogue, list, REVISIONS[0]!)[0]?.key).toBe(key);
  });

  it.each(REVISIONS)(
    'shows a tool without extras in $version as its name and schema',
    (revision) => {
      const bare = new CatalogueStore();
      bare.add({ tools: [{ handler, name: 'a', input: schema({ type: 'object' }) }] });

      expect(listEntries(bare, 'tools', revision)).toEqual([
        { key: 'a', value: { name: 'a', inputSchema: { type: 'object' } } },
      ]);
    },
  );

  it.each(REVISIONS)(
    'shows an output schema in $version that is no object if it may',
    (revision) => {
      const listing = new CatalogueStore();
      const output = schema({ type: 'array' });
      listing.add({ tools: [{ handler, name: 'a', input: schema({ type: 'object' }), output }] });
      const [entry] = listEntries(listing, 'tools', revision);

      expect('outputSchema' in (entry?.value ?? {})).toBe(revision.version === '2026-07-28');
    },
  );

  it('shows a prompt without arguments with an empty list of them', () => {
    const listing = new CatalogueStore();
    listing.add({ prompts: [{ handler, name: 'a', arguments: [] }] });

    expect(listEntries(listing, 'prompts', REVISIONS[0]!)[0]?.value).toEqual({
      name: 'a',
      arguments: [],
    });
  });
});
