import { Injectable } from '@nestjs/common';
import type { McpHooks } from 'nest-mcp';
import { McpContext, McpSessions, McpTool, MemorySessionStore } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { settled } from '../../support/settled.js';
import { outcome, WireClient } from '../../support/wire-client.js';
import { initialize, legacyRequest, modernRequest } from '../../support/wire-messages.js';

@Injectable()
class Shop {
  @McpTool()
  showState(ctx: McpContext): string {
    return JSON.stringify(ctx.state.toObject());
  }

  @McpTool()
  failHalfWay(ctx: McpContext): never {
    ctx.state.set('half', true);
    throw new Error('no');
  }
}

interface ShopRequest {
  readonly headers: Record<string, string | undefined>;
}

const http = {
  sessionState: ({ headers }: ShopRequest) => ({ tenant: headers['x-tenant'] ?? 'none' }),
};
const textOf = (result: { content: readonly unknown[] }): unknown =>
  JSON.parse((result.content[0] as { text: string }).text);

describe.each(PLATFORMS)('state from the HTTP request, on $platform', ({ createAdapter }) => {
  it.each(ERAS)('is in the state of every request of %s', async (protocolVersion) => {
    const app = await bootApp({ createAdapter }, { providers: [Shop] }, { mcp: { http } });
    const client = await McpTestClient.overHttp(app, {
      protocolVersion,
      headers: { 'x-tenant': 'a' },
    });

    expect(textOf(await client.callTool('show_state'))).toEqual({ tenant: 'a' });
    await app.close();
  });

  it('is that of the newest request, also of one whose method failed half way', async () => {
    const app = await bootApp({ createAdapter }, { providers: [Shop] }, { mcp: { http } });
    const headers: Record<string, string> = { 'x-tenant': 'a' };
    const client = await McpTestClient.overHttp(app, { protocolVersion: '2025-11-25', headers });
    const [session] = app.get(McpSessions).list();

    headers['x-tenant'] = 'b';
    await client.callTool('fail_half_way');

    expect(session?.state).toEqual({ tenant: 'b' });
    await app.close();
  });

  it('is saved when it changes, not with every request', async () => {
    const store = new MemorySessionStore();
    const saved: unknown[] = [];
    const save = store.save.bind(store);
    store.save = (record, ttlMs) => {
      saved.push(record.state);
      return save(record, ttlMs);
    };
    const app = await bootApp(
      { createAdapter },
      { providers: [Shop] },
      { mcp: { http, sessions: { store } } },
    );
    const headers: Record<string, string> = { 'x-tenant': 'a' };
    const client = await McpTestClient.overHttp(app, { protocolVersion: '2025-11-25', headers });
    await settled();
    saved.length = 0;
    for (const tenant of ['a', 'a', 'b', 'b']) {
      headers['x-tenant'] = tenant;
      await client.callTool('show_state');
      await settled();
    }

    expect(saved).toEqual([{ tenant: 'b' }]);
    await app.close();
  });

  it.each(ERAS)('decides what a client of %s is instructed', async (protocolVersion) => {
    const hooks: McpHooks = {
      instructions: ({ state, tags }) =>
        tags.plan === undefined
          ? null
          : `${String(state.get('tenant'))} has the plan ${String(tags.plan)}`,
    };
    const app = await bootApp(
      { createAdapter },
      { providers: [Shop] },
      {
        mcp: {
          instructions: 'for everybody',
          http: {
            ...http,
            tags: ({ headers }: ShopRequest) => ({ plan: headers['x-plan'] }),
          },
          hooks,
        },
      },
    );
    const instructed = async (headers: Record<string, string>) => {
      const wire = new WireClient(app);
      const { body, headers: named } = modernRequest('server/discover');
      const answer =
        protocolVersion === '2025-11-25'
          ? await wire.post(initialize(), { accept: 'application/json', ...headers })
          : await wire.post(body, { ...named, ...headers });
      return outcome(answer).body.result.instructions as unknown;
    };

    expect(
      await Promise.all([
        instructed({ 'x-tenant': 'a', 'x-plan': 'free' }),
        instructed({ 'x-tenant': 'b', 'x-plan': 'paid' }),
        instructed({}),
      ]),
    ).toEqual(['a has the plan free', 'b has the plan paid', undefined]);
    await app.close();
  });

  it('is that of the request that brings a stored session back, for its hooks and in its list', async () => {
    const store = new MemorySessionStore();
    const seen: unknown[] = [];
    const hooks: McpHooks = {
      onSessionExpired: (_id, ctx) => void seen.push(ctx.state.get('tenant')),
      serverTools: (tools, ctx) => {
        seen.push(ctx.state.get('tenant'));
        return ctx.state.get('tenant') === 'b' ? tools.slice(0, 1) : tools;
      },
    };
    const boot = async () => {
      const mcp = { http, hooks, sessions: { store } };
      const app = await bootApp({ createAdapter }, { providers: [Shop] }, { mcp });
      return { app, wire: new WireClient(app) };
    };
    const first = await boot();
    const session = await first.wire.openSession({ 'x-tenant': 'a' });
    await first.app.close();
    const second = await boot();

    const answer = await second.wire.post(legacyRequest('tools/list'), {
      ...session,
      'x-tenant': 'b',
    });

    expect(outcome(answer).body.result.tools).toHaveLength(1);
    expect(seen).toEqual(['b', 'b']);
    await second.app.close();
  });

  it.each(ERAS)('is seen by hooks of %s', async (protocolVersion) => {
    const hooks: McpHooks = {
      serverTools: (tools, ctx) => (ctx.state.get('tenant') === 'a' ? tools : []),
    };
    const app = await bootApp({ createAdapter }, { providers: [Shop] }, { mcp: { http, hooks } });
    const names = async (tenant: string) => {
      const client = await McpTestClient.overHttp(app, {
        protocolVersion,
        headers: { 'x-tenant': tenant },
      });
      return (await client.listTools()).length;
    };

    expect([await names('a'), await names('b')]).toEqual([2, 0]);
    await app.close();
  });
});
