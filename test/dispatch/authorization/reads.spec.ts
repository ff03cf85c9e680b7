import type { Authorizer, Decision, McpContext, RuntimeTool } from 'nest-mcp';
import { allow, allowlist, ask, deny, denyAll } from 'nest-mcp';
import { SKILLS } from '../../apps/skills/skills-directory.js';
import { CountedTool } from '../../support/counted-tool.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';
import { settled } from '../../support/settled.js';

/** Every method that reads, with params it accepts. */
const READS: readonly [method: string, params: object][] = [
  ['tools/list', {}],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'shop://a' }],
  ['resources/subscribe', { uri: 'shop://a' }],
  ['subscriptions/listen', { notifications: {} }],
  ['prompts/list', {}],
  ['prompts/get', { name: 'p' }],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } },
  ],
  ['logging/setLevel', { level: 'error' }],
  ['skills/list', {}],
  ['skills/get', { uri: 'skill://code-review/SKILL.md' }],
  ['resources/directory/read', { uri: 'skill://code-review' }],
  ['tasks/get', { taskId: 'x' }],
  ['tasks/result', { taskId: 'x' }],
  ['tasks/update', { taskId: 'x', inputResponses: {} }],
  ['tasks/cancel', { taskId: 'x' }],
  ['tasks/list', {}],
];

const LEGACY_READS = READS.filter(
  ([method]) => !['subscriptions/listen', 'tasks/update'].includes(method),
);
const LEGACY_ONLY: ReadonlySet<string> = new Set([
  'logging/setLevel',
  'resources/subscribe',
  'tasks/result',
  'tasks/list',
]);
const MODERN_READS = READS.filter(([method]) => !LEGACY_ONLY.has(method));
/** Methods of what is not declared are not there, which comes first. */
const EVERYTHING = {
  capabilities: { tasks: true },
  skills: { directory: SKILLS, watch: false },
};

const reading = (decide: () => unknown): Authorizer =>
  ({ authorize: allow, authorizeRead: decide }) as Authorizer;

describe('every method', () => {
  it('stands behind the read seam, the tool seam, or is open on purpose', async () => {
    const { dispatcher } = await createBench({ ...EVERYTHING });
    const access = new Map<string, string[]>();
    for (const { method, access: seam } of dispatcher.handlers) {
      access.set(seam, [...(access.get(seam) ?? []), method]);
    }

    expect(access.get('tool')).toEqual(['tools/call']);
    expect(access.get('open')?.toSorted()).toEqual([
      'initialize',
      'ping',
      'resources/unsubscribe',
      'server/discover',
    ]);
    expect(access.get('read')?.toSorted()).toEqual(READS.map(([method]) => method).toSorted());
  });
});

describe('a denied read', () => {
  it.each(LEGACY_READS)(
    'of %s is -32090 with its method and the reason',
    async (method, params) => {
      const bench = await createBench({ ...EVERYTHING, authorizer: denyAll('sign in') });

      expect(await new DirectPeer(bench, 'a').ask(method, params)).toStrictEqual({
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: -32090,
          message: `authorization_required: ${method}`,
          data: { error: 'authorization_required', method, detail: 'sign in' },
        },
      });
    },
  );

  it.each(MODERN_READS)('of %s is -33090 in the stateless era', async (method, params) => {
    const bench = await createBench({ ...EVERYTHING, authorizer: denyAll('sign in') });

    expect(await new ModernPeer(bench).ask(method, params)).toStrictEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -33090,
        message: `authorization_required: ${method}`,
        data: { error: 'authorization_required', method, detail: 'sign in' },
      },
    });
  });

  it('does not set the log threshold', async () => {
    const talk: RuntimeTool = {
      name: 'talk',
      handler: (_args: never, context: McpContext) => context.log('info', 'hello'),
    };
    const bench = await createBench({ tools: [talk], authorizer: reading(() => deny('no')) });
    const peer = await DirectPeer.askable(bench, 'a');
    await peer.ask('logging/setLevel', { level: 'error' });
    await peer.call('talk').response;

    expect(peer.pushed).toHaveLength(1);
  });
});

describe('a policy that asks about a read', () => {
  const PROMPT = 'May the client see the catalogue?';

  it.each(LEGACY_READS)('denies %s and tells the prompt to nobody', async (method, params) => {
    const bench = await createBench({ ...EVERYTHING, authorizer: reading(() => ask(PROMPT)) });
    const peer = await DirectPeer.askable(bench, 'a');

    const reply = await peer.ask(method, params);

    expect(reply).toMatchObject({
      error: { code: -32090, data: { method, detail: 'interactive_approval_unsupported' } },
    });
    expect(JSON.stringify([reply, peer.pushed])).not.toContain(PROMPT);
  });
});

describe('a policy for reads that fails', () => {
  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('sk-secret');
      },
    ],
    ['rejects', () => Promise.reject(new Error('sk-secret'))],
    ['answers true', () => true],
    ['answers nothing', () => undefined],
  ])('denies when it %s', async (_how, decide) => {
    const bench = await createBench({ authorizer: reading(decide) });

    const reply = await new DirectPeer(bench, 'a').ask('resources/list');

    expect(reply).toMatchObject({
      error: { code: -32090, data: { detail: 'the authorizer failed' } },
    });
    expect(JSON.stringify(reply)).not.toContain('sk-secret');
  });

  it.each([
    ['legacy', -32000],
    ['modern', -33000],
  ])('runs into the time limit when it hangs (%s)', async (era, code) => {
    let decide: (decision: Decision) => void = () => undefined;
    const bench = await createBench({
      authorizer: reading(() => new Promise((resolve) => (decide = resolve))),
    });
    const peer = era === 'modern' ? new ModernPeer(bench) : new DirectPeer(bench, 'a');
    const reply = peer.ask('resources/list');
    await settled();

    bench.clock.advance(300_000);

    expect(await reply).toMatchObject({
      error: { code, message: 'callback_timeout', data: { retryable: false } },
    });
    decide(allow());
    await settled();
    expect(bench.dispatcher.snapshot()).toMatchObject({ inFlight: 0, abandoned: 0 });
  });
});

describe('reads and tools', () => {
  it('are separate: an allowlist of tools leaves reads open', async () => {
    const bench = await createBench({ authorizer: allowlist(['other']) });

    expect(await new DirectPeer(bench, 'a').ask('resources/list')).toMatchObject({ result: {} });
  });

  it('are separate: an authorizer without authorizeRead leaves reads open', async () => {
    const bench = await createBench({ authorizer: { authorize: () => deny('no') } });

    expect(await new DirectPeer(bench, 'a').ask('prompts/list')).toMatchObject({ result: {} });
  });

  it('are separate: a list that may not be read is not filtered either', async () => {
    const purposes: string[] = [];
    const bench = await createBench({
      tools: [new CountedTool('count')],
      authorizer: {
        authorize: ({ purpose }) => {
          purposes.push(purpose);
          return allow();
        },
        authorizeRead: () => deny('no'),
      },
    });

    expect(await new DirectPeer(bench, 'a').ask('tools/list')).toMatchObject({
      error: { code: -32090 },
    });
    expect(purposes).toEqual([]);
  });

  it('leave the handshake, ping and discovery open', async () => {
    const bench = await createBench({ authorizer: denyAll() });
    const peer = new DirectPeer(bench, 'a');

    expect(await peer.initialize()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    expect(await peer.ask('ping')).toMatchObject({ result: {} });
    expect(await new ModernPeer(bench).ask('server/discover')).toMatchObject({
      result: { resultType: 'complete' },
    });
  });

  it('refuse nonsense before any policy is asked', async () => {
    let asked = 0;
    const bench = await createBench({ authorizer: reading(() => asked++ && deny('no')) });

    expect(
      await new DirectPeer(bench, 'a').ask('logging/setLevel', { level: 'loud' }),
    ).toMatchObject({ error: { code: -32602 } });
    expect(asked).toBe(0);
  });
});
