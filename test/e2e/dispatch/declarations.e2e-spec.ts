import type { INestApplication } from '@nestjs/common';
import type { McpModuleOptions } from 'nest-mcp';
import { SKILLS } from '../../apps/skills/skills-directory.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import type { RevisionName } from '../../support/revisions.js';
import {
  ALL_REVISIONS,
  isSince,
  LEGACY_REVISIONS,
  MODERN_REVISION,
} from '../../support/revisions.js';
import { WireClient } from '../../support/wire-client.js';
import { legacyRequest, modernRequest } from '../../support/wire-messages.js';

const [platform] = PLATFORMS;

interface Declaration {
  readonly capabilities: object;
  readonly serverInfo: object;
  readonly instructions?: string;
}

/** What the server says of itself in its first answer. */
async function declaration(
  options: Partial<McpModuleOptions>,
  version: RevisionName,
): Promise<Declaration> {
  const app = await bootApp(platform!, {}, { mcp: options });
  try {
    return version === MODERN_REVISION ? await discover(app) : await initialize(app, version);
  } finally {
    await app.close();
  }
}

async function initialize(app: INestApplication, version: RevisionName): Promise<Declaration> {
  const params = {
    protocolVersion: version,
    capabilities: {},
    clientInfo: { name: 'wire', version: '1.0.0' },
  };
  const { text } = await new WireClient(app).post(legacyRequest('initialize', params), {
    accept: 'application/json',
  });
  return (JSON.parse(text) as { result: Declaration }).result;
}

async function discover(app: INestApplication): Promise<Declaration> {
  const { body, headers } = modernRequest('server/discover');
  const { text } = await new WireClient(app).post(body, headers);
  const { result } = JSON.parse(text) as { result: Record<string, any> };
  const serverInfo = result._meta['io.modelcontextprotocol/serverInfo'] as object;
  return { ...(result as Declaration), serverInfo };
}

const ON = { listChanged: true };

/** By the options, what every revision that knows all capabilities is told. */
const CAPABILITIES: readonly (readonly [
  what: string,
  options: McpModuleOptions['capabilities'],
  declared: object,
])[] = [
  [
    'nothing',
    undefined,
    {
      tools: ON,
      resources: { subscribe: true, ...ON },
      prompts: ON,
      completions: {},
      logging: {},
    },
  ],
  [
    'everything on',
    { tools: true, resources: true, prompts: ON, completions: true, logging: true },
    {
      tools: ON,
      resources: { subscribe: true, ...ON },
      prompts: ON,
      completions: {},
      logging: {},
    },
  ],
  [
    'everything off',
    { tools: false, resources: false, prompts: false, completions: false, logging: false },
    {},
  ],
  [
    'the parts off',
    {
      tools: { listChanged: false },
      resources: { subscribe: false, listChanged: false },
      prompts: { listChanged: false },
      logging: false,
    },
    { tools: {}, resources: {}, prompts: {}, completions: {} },
  ],
  [
    'subscriptions only',
    { resources: { listChanged: false }, prompts: false, completions: false, logging: false },
    { tools: ON, resources: { subscribe: true } },
  ],
  [
    'changes only',
    { resources: { subscribe: false }, prompts: {}, completions: false },
    { tools: ON, resources: ON, prompts: ON, logging: {} },
  ],
];

/** 2024-11-05 has completion, but no way to say so. */
function expressible(declared: object, version: RevisionName): object {
  const { completions, ...rest } = declared as { completions?: object };
  return completions !== undefined && isSince(version, '2025-03-26')
    ? { ...rest, completions }
    : rest;
}

describe.each(ALL_REVISIONS)('a server of %s that has switched', (version) => {
  it.each(CAPABILITIES)(
    '%s declares the rest, and nothing as false',
    async (_, given, declared) => {
      const { capabilities } = await declaration({ capabilities: given }, version);

      expect(capabilities).toEqual(expressible(declared, version));
    },
  );
});

describe.each(LEGACY_REVISIONS)('a server of %s without sessions', (version) => {
  it.each(CAPABILITIES)(
    'that has switched %s declares no changes and no log messages',
    async (_, given, declared) => {
      const { capabilities } = await declaration({ capabilities: given, sessions: false }, version);
      const { logging: _logging, ...rest } = expressible(declared, version) as { logging?: object };

      expect(capabilities).toEqual(
        Object.fromEntries(Object.keys(rest).map((capability) => [capability, {}])),
      );
    },
  );
});

describe('a server without sessions', () => {
  it.each(CAPABILITIES)(
    `that has switched %s declares to clients of ${MODERN_REVISION} what another does`,
    async (_, given, declared) => {
      const { capabilities } = await declaration(
        { capabilities: given, sessions: false },
        MODERN_REVISION,
      );

      expect(capabilities).toEqual(declared);
    },
  );
});

describe('skills', () => {
  const skills = { directory: SKILLS };
  const declared = { 'io.modelcontextprotocol/skills': { directoryRead: true } };

  it.each(ALL_REVISIONS)('are declared in %s where its clients know them', async (version) => {
    const { capabilities } = await declaration({ skills }, version);
    const { extensions } = capabilities as { extensions?: object };

    expect(extensions).toEqual(isSince(version, '2025-11-25') ? declared : undefined);
  });

  it('are declared beside other extensions', async () => {
    const extensions = { 'com.example/audit': {} };
    const { capabilities } = await declaration({ skills, extensions }, MODERN_REVISION);

    expect(capabilities).toHaveProperty('extensions', { ...extensions, ...declared });
  });
});

describe('an extension', () => {
  const extensions = { 'io.modelcontextprotocol/ui': {}, 'com.example/audit': { level: 'low' } };

  it.each([true, false])('is declared with its settings (sessions: %s)', async (hasSessions) => {
    const sessions = hasSessions ? {} : (false as const);
    const { capabilities } = await declaration({ extensions, sessions }, MODERN_REVISION);

    expect(capabilities).toHaveProperty('extensions', extensions);
  });

  it.each(LEGACY_REVISIONS)('is not declared in %s', async (version) => {
    const { capabilities } = await declaration({ extensions }, version);

    expect(capabilities).not.toHaveProperty('extensions');
  });

  it.each([undefined, {}])('is not spoken of where there is none (%p)', async (none) => {
    const { capabilities } = await declaration({ extensions: none }, MODERN_REVISION);

    expect(capabilities).not.toHaveProperty('extensions');
  });
});

describe.each(ALL_REVISIONS)('a server in %s', (version) => {
  it('leaves out what it was not told', async () => {
    const { serverInfo, instructions, ...rest } = await declaration({ version: '9.9' }, version);

    expect(serverInfo).toEqual({ name: 'test', version: '9.9' });
    expect(instructions).toBeUndefined();
    expect(rest).not.toHaveProperty('instructions');
  });

  it('passes its instructions on', async () => {
    const { instructions } = await declaration({ instructions: 'Ask first' }, version);

    expect(instructions).toBe('Ask first');
  });
});
