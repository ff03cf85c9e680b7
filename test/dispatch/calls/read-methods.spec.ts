import type { Authorizer } from 'nest-mcp';
import { allow, ask, deny } from 'nest-mcp';
import { REVISIONS } from '../../../src/protocol/revisions/revisions.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { ModernPeer } from '../../support/modern-peer.js';

/** Every method that reads, with params that are well-formed. A new one must be added here. */
const READS: Readonly<Record<string, object>> = {
  'tools/list': {},
  'resources/list': {},
  'resources/templates/list': {},
  'resources/read': { uri: 'shop://x' },
  'resources/subscribe': { uri: 'shop://x' },
  'subscriptions/listen': { notifications: {} },
  'prompts/list': {},
  'prompts/get': { name: 'x' },
  'completion/complete': {
    ref: { type: 'ref/prompt', name: 'x' },
    argument: { name: 'y', value: '' },
  },
  'logging/setLevel': { level: 'error' },
  'tasks/get': { taskId: 'x' },
  'tasks/result': { taskId: 'x' },
  'tasks/update': { taskId: 'x', inputResponses: {} },
  'tasks/cancel': { taskId: 'x' },
  'tasks/list': {},
};

const LEGACY_READS = Object.entries(READS).filter(
  ([method]) => !['subscriptions/listen', 'tasks/update'].includes(method),
);
const LEGACY_ONLY: ReadonlySet<string> = new Set([
  'logging/setLevel',
  'resources/subscribe',
  'tasks/result',
  'tasks/list',
]);
const MODERN_READS = Object.entries(READS).filter(([method]) => !LEGACY_ONLY.has(method));

/** Methods of what is not declared are not there, which comes first. */
const capabilities = { tasks: true };

/** Methods that tell nothing a stranger may not know, and the tool seam. */
const UNGATED = ['initialize', 'ping', 'resources/unsubscribe', 'server/discover', 'tools/call'];

const denyReads: Authorizer = { authorize: allow, authorizeRead: () => deny('no reads') };

describe('the table of methods', () => {
  it('has fifteen methods that read, each behind the policy', async () => {
    const { dispatcher } = await createBench();
    const gated = dispatcher.handlers.filter(({ access }) => access === 'read');

    expect(gated).toHaveLength(15);
    expect(gated.map(({ method }) => method).sort()).toEqual(Object.keys(READS).sort());
  });

  it('has five others and no more', async () => {
    const { dispatcher } = await createBench();
    const others = dispatcher.handlers.filter(({ access }) => access !== 'read');

    expect(others.map(({ method }) => method).sort()).toEqual(UNGATED);
    expect(others.find(({ access }) => access === 'tool')?.method).toBe('tools/call');
  });

  it('knows every method of every revision', async () => {
    const { dispatcher } = await createBench();
    const served = new Set(dispatcher.handlers.map(({ method }) => method));
    const all = new Set(REVISIONS.flatMap(({ requests }) => [...requests]));

    expect([...all].filter((method) => !served.has(method)).sort()).toEqual([]);
  });
});

describe.each(LEGACY_READS)('%s', (method, params) => {
  it('is refused by name when the policy denies reads', async () => {
    const bench = await createBench({ capabilities, authorizer: denyReads });

    expect(await new DirectPeer(bench, 'a').ask(method, params)).toMatchObject({
      error: {
        code: -32090,
        message: `authorization_required: ${method}`,
        data: { error: 'authorization_required', method, detail: 'no reads' },
      },
    });
  });

  it('is refused without the question when the policy asks', async () => {
    const authorizer: Authorizer = { authorize: allow, authorizeRead: () => ask('psst?') };
    const bench = await createBench({ capabilities, authorizer });

    const answer = await new DirectPeer(bench, 'a').ask(method, params);

    expect(answer).toMatchObject({
      error: { code: -32090, data: { detail: 'interactive_approval_unsupported' } },
    });
    expect(JSON.stringify(answer)).not.toContain('psst');
  });

  it('is not refused when only tools are gated', async () => {
    const bench = await createBench({
      capabilities,
      authorizer: { authorize: () => deny('no tools') },
    });

    expect(JSON.stringify(await new DirectPeer(bench, 'a').ask(method, params))).not.toContain(
      'authorization_required',
    );
  });
});

describe.each(MODERN_READS)('%s without a handshake', (method, params) => {
  it('is refused with the code of its era', async () => {
    const bench = await createBench({ capabilities, authorizer: denyReads });

    expect(await new ModernPeer(bench).ask(method, params)).toMatchObject({
      error: { code: -33090, data: { method } },
    });
  });
});

describe('logging/setLevel', () => {
  it.each(['loud', 5, undefined, ''])(
    'with the level %j is bad params, before any policy is asked',
    async (level) => {
      const bench = await createBench({ capabilities, authorizer: denyReads });

      expect(await new DirectPeer(bench, 'a').ask('logging/setLevel', { level })).toMatchObject({
        error: { code: -32602, message: expect.stringContaining('emergency') },
      });
    },
  );

  const speak = {
    name: 'speak',
    handler: async (_args: unknown, ctx: { log(level: string, data: unknown): Promise<void> }) => {
      await ctx.log('info', 'quiet');
      await ctx.log('error', 'loud');
    },
  };

  async function heard(level: string | undefined, authorizer?: Authorizer) {
    const bench = await createBench({ tools: [speak], authorizer });
    const [a, b] = [await DirectPeer.askable(bench, 'a'), await DirectPeer.askable(bench, 'b')];
    if (level !== undefined) await a.ask('logging/setLevel', { level });
    await a.call('speak').response;
    await b.call('speak').response;
    const words = ({ pushed }: DirectPeer) =>
      pushed.map((message) => ('params' in message ? message.params.data : undefined));
    return { a: words(a), b: words(b) };
  }

  it('sets the threshold of one connection and no other', async () => {
    expect(await heard('error')).toEqual({ a: ['loud'], b: ['quiet', 'loud'] });
  });

  it('sends everything while no level is set', async () => {
    expect(await heard(undefined)).toEqual({ a: ['quiet', 'loud'], b: ['quiet', 'loud'] });
  });

  it('changes nothing when it is refused', async () => {
    expect(await heard('error', denyReads)).toMatchObject({ a: ['quiet', 'loud'] });
  });
});
