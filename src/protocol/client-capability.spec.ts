import type { ClientCapability } from './client-capability.js';
import { clientSupports, declarationOf } from './client-capability.js';
import { CLIENT_CAPABILITY_NAMES } from './client-capability-name.js';
import { REVISIONS } from './revisions/revisions.js';

const revision = (version: string) => REVISIONS.find((known) => known.version === version)!;

const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const ALL = ['2026-07-28', ...LEGACY];

/** A client that declares all there ever was. */
const EVERYTHING = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: { listChanged: true },
  tasks: {
    list: {},
    cancel: {},
    requests: { sampling: { createMessage: {} }, elicitation: { create: {} } },
  },
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [] } },
  experimental: { telepathy: {} },
};

/** Which revisions have it, by the schemas of the specification. */
const HAVING: Readonly<Record<ClientCapability, readonly string[]>> = {
  'elicitation.form': ['2026-07-28', '2025-11-25', '2025-06-18'],
  'elicitation.url': ['2026-07-28', '2025-11-25'],
  sampling: ALL,
  'sampling.tools': ['2026-07-28', '2025-11-25'],
  'sampling.context': ['2026-07-28', '2025-11-25'],
  roots: ALL,
  'roots.listChanged': LEGACY,
  tasks: ['2025-11-25'],
  'tasks.list': ['2025-11-25'],
  'tasks.cancel': ['2025-11-25'],
  'tasks.requests.sampling.createMessage': ['2025-11-25'],
  'tasks.requests.elicitation.create': ['2025-11-25'],
  'extensions.io.modelcontextprotocol/ui': ALL,
  'experimental.telepathy': ALL,
};
const NAMES = Object.keys(HAVING) as ClientCapability[];

describe('clientSupports', () => {
  it.each(NAMES)('%s is there in the revisions that have it', (capability) => {
    const having = ALL.filter((version) =>
      clientSupports(capability, revision(version), EVERYTHING),
    );

    expect(having).toEqual(HAVING[capability]);
  });

  it.each(NAMES)('%s is not there for a client that declares nothing', (capability) => {
    expect(clientSupports(capability, revision('2025-11-25'), {})).toBe(false);
  });

  it('knows every capability of the protocol', () => {
    expect(NAMES).toEqual(expect.arrayContaining([...CLIENT_CAPABILITY_NAMES]));
  });

  it.each<[object, ClientCapability[]]>([
    [{ elicitation: {} }, ['elicitation.form']],
    [{ elicitation: { form: {} } }, ['elicitation.form']],
    [{ elicitation: { url: {} } }, ['elicitation.url']],
    [{ elicitation: { form: {}, url: {} } }, ['elicitation.form', 'elicitation.url']],
    [{ sampling: {} }, ['sampling']],
    [{ sampling: { tools: {} } }, ['sampling', 'sampling.tools']],
    [{ sampling: { context: {} } }, ['sampling', 'sampling.context']],
    [{ roots: {} }, ['roots']],
    [{ roots: { listChanged: false } }, ['roots']],
    [{ roots: { listChanged: true } }, ['roots', 'roots.listChanged']],
    [{ tasks: { list: {}, requests: { sampling: {} } } }, ['tasks', 'tasks.list']],
    [{ extensions: { 'io.modelcontextprotocol/ui': true } }, []],
    [{ elicitation: null, sampling: true, roots: [], tasks: 'yes', extensions: 7 }, []],
  ])('of %j there is %j', (client, there) => {
    const found = NAMES.filter((capability) =>
      clientSupports(capability, revision('2025-11-25'), client),
    );

    expect(found).toEqual(there);
  });

  it('takes nothing for declared that is inherited', () => {
    const client = JSON.parse('{"extensions":{},"experimental":{}}') as object;

    expect(clientSupports('experimental.constructor', revision('2026-07-28'), client)).toBe(false);
    expect(clientSupports('experimental.__proto__', revision('2026-07-28'), client)).toBe(false);
  });

  it.each([
    'elicitation',
    'tools',
    'extensions.ui',
    'extensions.',
    'experimental.',
    '',
    'toString',
  ])('refuses %j, which is none', (capability) => {
    const ask = () =>
      clientSupports(capability as ClientCapability, revision('2026-07-28'), EVERYTHING);

    expect(ask).toThrow(TypeError);
    expect(ask).toThrow(`"${capability}" is no capability of clients; there are elicitation.form,`);
  });
});

describe('declarationOf', () => {
  it.each(NAMES)('makes a client that has %s', (capability) => {
    const client = declarationOf([capability]);
    const isThere = clientSupports(capability, revision(HAVING[capability]![0]!), client);

    // The one that is a flag and no object, which nothing asks for.
    expect(isThere).toBe(capability !== 'roots.listChanged');
  });

  it('puts what belongs together into one object', () => {
    expect(
      declarationOf(['elicitation.form', 'elicitation.url', 'extensions.com.example/a.b']),
    ).toEqual({ elicitation: { form: {}, url: {} }, extensions: { 'com.example/a.b': {} } });
  });
});
