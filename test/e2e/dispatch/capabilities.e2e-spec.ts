import type { TestingModule } from '@nestjs/testing';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { refusal } from '../../support/refusal.js';
import type { RevisionName } from '../../support/revisions.js';
import { ALL_REVISIONS, LEGACY_REVISIONS, MODERN_REVISION } from '../../support/revisions.js';

/** Methods that exist only where the capability is declared, by the revisions that have them. */
const BEHIND: Readonly<Record<string, Readonly<Record<string, readonly RevisionName[]>>>> = {
  tools: { 'tools/list': ALL_REVISIONS, 'tools/call': ALL_REVISIONS },
  resources: {
    'resources/list': ALL_REVISIONS,
    'resources/templates/list': ALL_REVISIONS,
    'resources/read': ALL_REVISIONS,
    'resources/subscribe': LEGACY_REVISIONS,
    'resources/unsubscribe': LEGACY_REVISIONS,
  },
  prompts: { 'prompts/list': ALL_REVISIONS, 'prompts/get': ALL_REVISIONS },
  completions: { 'completion/complete': ALL_REVISIONS },
  logging: { 'logging/setLevel': LEGACY_REVISIONS },
};

const NAMES = Object.keys(BEHIND);

/** What the server says it can do, in its first answer. */
async function declared(app: TestingModule, version: RevisionName): Promise<string[]> {
  const wire = await MemoryWire.open(app, version);
  const [answer] =
    version === MODERN_REVISION
      ? await wire.ask(1, 'server/discover')
      : await wire.ask(1, 'initialize', { protocolVersion: version });
  wire.close();
  return Object.keys(answer?.result.capabilities as object);
}

describe.each(ALL_REVISIONS)('the capabilities of a server in %s', (version) => {
  const expressible = NAMES.filter((name) => version !== '2024-11-05' || name !== 'completions');

  it('are all declared by default, as far as the revision can say so', async () => {
    const app = await bootContext({});
    const names = await declared(app, version);
    await app.close();

    expect(names.toSorted()).toEqual(expressible.toSorted());
  });

  describe.each(NAMES)('without %s', (name) => {
    let app: TestingModule;
    let client: McpTestClient;

    beforeAll(async () => {
      app = await bootContext({}, { capabilities: { [name]: false } });
      client = await McpTestClient.inMemory(app, { protocolVersion: version });
    });
    afterAll(() => app.close());

    it('name the others', async () => {
      const names = await declared(app, version);

      expect(names.toSorted()).toEqual(expressible.filter((other) => other !== name).toSorted());
    });

    it.each(Object.keys(BEHIND[name]!))('do not serve %s', async (method) => {
      expect((await refusal(client, method)).code).toBe(-32601);
    });

    it('still serve what is behind the others', async () => {
      const [method] = Object.keys(BEHIND[name === 'tools' ? 'prompts' : 'tools']!);

      expect((await client.exchange(method!)).response).toHaveProperty('result');
    });
  });
});

describe.each(ALL_REVISIONS)('a server with nothing to offer, in %s', (version) => {
  it.each([
    ['tools/list', 'tools'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
    ['prompts/list', 'prompts'],
  ])('answers %s with an empty list', async (method, member) => {
    const app = await bootContext({});
    const client = await McpTestClient.inMemory(app, { protocolVersion: version });
    const result = await client.request(method);
    await app.close();

    expect(result).toHaveProperty(member, []);
    expect(result).not.toHaveProperty('nextCursor');
  });
});
