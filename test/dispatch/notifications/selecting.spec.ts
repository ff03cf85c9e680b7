import type { McpHooks, McpRecipient, RecipientSelector } from 'nest-mcp';
import { allow } from 'nest-mcp';
import { createListeningBench } from '../../support/listening-bench.js';
import { settled } from '../../support/settled.js';
import { openListen, openSession } from '../../support/tenants.js';

/** Listens belong to the tenant their principal is called after. */
const hooks: McpHooks = {
  onInit: (_client, ctx) => {
    if (ctx.principalKey !== undefined) ctx.tag({ tenant: ctx.principalKey });
  },
};

/** Tenants A and B, each with a session and a listen, and somebody without a tenant. */
async function openTenants(options: Parameters<typeof createListeningBench>[0] = {}) {
  const bench = await createListeningBench({ hooks, ...options });
  const sessions = [await openSession(bench), await openSession(bench), await openSession(bench)];
  sessions[0]?.session.tag({ tenant: 'a' });
  sessions[1]?.session.tag({ tenant: 'b' });
  const listens = [await openListen(bench, 'a'), await openListen(bench, 'b')];
  const told = () => ({
    sessions: sessions.map((one) => one.told()),
    listens: listens.map((one) => one.told()),
  });
  return { bench, sessions, listens, told };
}

const where = { tenant: 'a' };

describe('what is said to tenant A', () => {
  it('of a resource or a list is told to A alone, in both eras', async () => {
    const { bench, told } = await openTenants();
    bench.bus.resourceUpdated('shop://all', { where });
    bench.bus.listChanged('tools', { where });
    await settled();

    const both = ['resources/updated shop://all', 'tools/list_changed'];
    expect(told()).toEqual({ sessions: [both, [], []], listens: [both, []] });
  });

  it('in an own method is told to the sessions of A alone', async () => {
    const { bench, told } = await openTenants();
    bench.bus.notify('notifications/shop/sale', { percent: 20 }, { where });
    await settled();

    expect(told()).toEqual({ sessions: [['shop/sale'], [], []], listens: [[], []] });
  });

  it('is told to A alone where the policy is asked first', async () => {
    const asked: unknown[] = [];
    const authorizer = {
      authorize: allow,
      authorizeRead: ({ method, params }: { method: string; params: { uri?: unknown } }) => {
        if (method === 'resources/read') asked.push(params.uri);
        return allow();
      },
    };
    const { bench, told } = await openTenants({ authorizer });
    asked.length = 0;
    bench.bus.resourceUpdated('shop://all', { where });
    await settled();

    const one = ['resources/updated shop://all'];
    expect(told()).toEqual({ sessions: [one, [], []], listens: [one, []] });
    expect(asked).toHaveLength(2);
  });

  it('before a session is ready is told to it afterwards, if it was meant then', async () => {
    const bench = await createListeningBench({ hooks: { onInit: (_c, ctx) => ctx.tag(where) } });
    const { wire, session, told } = await openSession(bench);
    session.tag({ tenant: 'b' });
    bench.bus.listChanged('tools', { where });
    bench.bus.listChanged('tools', { where: { tenant: 'b' } });
    await settled();

    expect(told()).toEqual(['tools/list_changed']);
    wire.close();
  });

  it('once in one go, even if others are told of it too', async () => {
    const { bench, told } = await openTenants();
    for (const tenant of ['a', 'b', 'a']) bench.bus.listChanged('tools', { where: { tenant } });
    await settled();

    const one = ['tools/list_changed'];
    expect(told()).toEqual({ sessions: [one, one, []], listens: [one, one] });
  });
});

describe('a function that selects', () => {
  it('sees who may be told', async () => {
    const { bench, sessions } = await openTenants();
    const seen: McpRecipient[] = [];
    bench.bus.listChanged('tools', { where: (one) => seen.push(one) > 100 });
    await settled();

    const legacy = { principalKey: undefined, transport: 'memory', protocolVersion: '2025-11-25' };
    const ids = sessions.map(({ session }) => session.id);
    expect(seen).toEqual([
      { ...legacy, id: ids[0], tags: { tenant: 'a' } },
      { ...legacy, id: ids[1], tags: { tenant: 'b' } },
      { ...legacy, id: ids[2], tags: {} },
      ...['a', 'b'].map((tenant) => ({
        id: undefined,
        principalKey: tenant,
        tags: { tenant },
        transport: 'http',
        protocolVersion: '2026-07-28',
      })),
    ]);
  });

  it('that fails on somebody keeps a change from them, and from nobody else', async () => {
    const { bench, told } = await openTenants();
    const failing: RecipientSelector = ({ tags }) => {
      if (tags.tenant !== 'a') throw new Error('no such tenant');
      return true;
    };
    bench.bus.listChanged('tools', { where: failing });
    await settled();

    const one = ['tools/list_changed'];
    expect(told()).toEqual({ sessions: [one, [], []], listens: [one, []] });
    expect(bench.logger.lines.join('\n')).toContain('no such tenant');
  });
});

describe('sessions', () => {
  it('are found and counted by their tags, and by what is known of them', async () => {
    const { bench, sessions } = await openTenants();
    const { sessions: found } = bench.dispatcher;

    expect(found.list({ where })).toEqual([sessions[0]?.session]);
    expect(found.count({ where })).toBe(1);
    expect(found.count({ where: { tenant: 'c' } })).toBe(0);
    expect(found.count({ where: ({ transport }) => transport === 'memory' })).toBe(3);
  });

  it('are not all of them if the selector is undefined', async () => {
    const { bench } = await openTenants();

    expect(() => bench.dispatcher.sessions.list({ where: undefined })).toThrow(TypeError);
  });

  it('keep what they were tagged with, and are another tenant when they are told so', async () => {
    const { sessions } = await openTenants();
    const session = sessions[0]?.session;
    session?.tag({ plan: 'paid' });
    expect(session?.tags).toEqual({ tenant: 'a', plan: 'paid' });

    expect(() => session?.tag({ plan: 5 } as never)).toThrow(TypeError);
    expect(session?.tags).toEqual({ tenant: 'a', plan: 'paid' });
  });
});
