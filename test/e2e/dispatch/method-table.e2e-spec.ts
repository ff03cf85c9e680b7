import type { TestingModule } from '@nestjs/testing';
import { Injectable } from '@nestjs/common';
import { McpCompletion, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { IsString } from 'class-validator';
import { SKILLS } from '../../apps/skills/skills-directory.js';
import { bootContext } from '../../support/boot-app.js';
import { refusal } from '../../support/refusal.js';
import type { RevisionName } from '../../support/revisions.js';
import { ALL_REVISIONS, LEGACY_REVISIONS, MODERN_REVISION } from '../../support/revisions.js';

class ToneDto {
  @IsString()
  tone!: string;
}

@Injectable()
class Shop {
  @McpTool()
  tool(): string {
    return 'done';
  }

  @McpResource({ uri: 'shop://all' })
  resource(): string {
    return 'all';
  }

  @McpPrompt()
  prompt({ tone }: ToneDto): string {
    return tone;
  }

  @McpCompletion({ prompt: 'prompt', argument: 'tone' })
  tones(): string[] {
    return ['formal'];
  }
}

interface Row {
  readonly params?: Record<string, unknown>;
  readonly revisions: readonly RevisionName[];
}

const completion = {
  ref: { type: 'ref/prompt', name: 'prompt' },
  argument: { name: 'tone', value: '' },
};

/** Revisions whose clients know the extension. */
const WITH_SKILLS = [MODERN_REVISION, '2025-11-25'] as const;

/** Requests that clients may send, and the revisions in which this server serves them. */
const METHODS: Readonly<Record<string, Row>> = {
  initialize: { params: { protocolVersion: '2025-11-25' }, revisions: LEGACY_REVISIONS },
  ping: { revisions: LEGACY_REVISIONS },
  'server/discover': { revisions: [MODERN_REVISION] },
  'tools/list': { revisions: ALL_REVISIONS },
  'tools/call': { params: { name: 'tool' }, revisions: ALL_REVISIONS },
  'resources/list': { revisions: ALL_REVISIONS },
  'resources/templates/list': { revisions: ALL_REVISIONS },
  'resources/read': { params: { uri: 'shop://all' }, revisions: ALL_REVISIONS },
  'resources/subscribe': { params: { uri: 'shop://all' }, revisions: LEGACY_REVISIONS },
  'resources/unsubscribe': { params: { uri: 'shop://all' }, revisions: LEGACY_REVISIONS },
  'prompts/list': { revisions: ALL_REVISIONS },
  'prompts/get': {
    params: { name: 'prompt', arguments: { tone: 'formal' } },
    revisions: ALL_REVISIONS,
  },
  'completion/complete': { params: completion, revisions: ALL_REVISIONS },
  'logging/setLevel': { params: { level: 'error' }, revisions: LEGACY_REVISIONS },
  'skills/list': { revisions: WITH_SKILLS },
  'skills/get': { params: { uri: 'skill://code-review/SKILL.md' }, revisions: WITH_SKILLS },
  'resources/directory/read': {
    params: { uri: 'skill://code-review' },
    revisions: WITH_SKILLS,
  },
};

/** Requests that no revision has from clients, or that servers send. */
const NEVER = [
  'sampling/createMessage',
  'roots/list',
  'elicitation/create',
  'tools/describe',
  'constructor',
  '__proto__',
  '',
];

/** Requests of the protocol that this server does not offer. */
const NOT_OFFERED = ['tasks/get', 'tasks/cancel', 'tasks/result', 'tasks/list', 'tasks/update'];

/** What nearly is a method. */
const NEARLY: readonly ((method: string) => string)[] = [
  (method) => `${method}/`,
  (method) => `/${method}`,
  (method) => `${method}/__proto__`,
  (method) => `${method}/constructor`,
  (method) => `${method}s`,
  (method) => `${method} `,
  (method) => `${method}\u0000`,
  (method) => method.slice(0, -1),
  (method) => method.slice(1),
  (method) => method.toUpperCase(),
  (method) => method.replace('/', '.'),
];

const rows = Object.entries(METHODS).flatMap(([method, { params = {}, revisions }]) =>
  ALL_REVISIONS.map((version) => ({
    method,
    params,
    version,
    isServed: revisions.includes(version),
  })),
);

describe('the methods', () => {
  const clients = new Map<string, McpTestClient>();
  let app: TestingModule;

  beforeAll(async () => {
    app = await bootContext({ providers: [Shop] }, { skills: { directory: SKILLS } });
    for (const protocolVersion of ALL_REVISIONS) {
      clients.set(protocolVersion, await McpTestClient.inMemory(app, { protocolVersion }));
    }
  });
  afterAll(() => app.close());

  it.each(rows.filter(({ isServed }) => isServed))(
    'of $version include $method',
    async ({ version, method, params }) => {
      expect((await clients.get(version)!.exchange(method, params)).response).toHaveProperty(
        'result',
      );
    },
  );

  it.each(rows.filter(({ isServed }) => !isServed))(
    'of $version do not include $method',
    async ({ version, method, params }) => {
      expect(await refusal(clients.get(version)!, method, params)).toEqual({
        code: -32601,
        message: `Unknown method: ${method}`,
      });
    },
  );

  it.each(ALL_REVISIONS)('of %s do not include what nearly is one', async (version) => {
    for (const method of Object.keys(METHODS)) {
      for (const nearly of NEARLY.map((change) => change(method)).filter((m) => !(m in METHODS))) {
        const { code } = await refusal(clients.get(version)!, nearly, METHODS[method]?.params);
        expect([nearly, code]).toEqual([nearly, -32601]);
      }
    }
  });

  it.each(
    ALL_REVISIONS.flatMap((version) =>
      [...NOT_OFFERED, ...NEVER].map((method) => ({ version, method })),
    ),
  )('of $version do not include "$method"', async ({ version, method }) => {
    expect((await refusal(clients.get(version)!, method)).code).toBe(-32601);
  });
});
