import type { INestApplication } from '@nestjs/common';
import { Inject, Injectable, Scope } from '@nestjs/common';
import type { ContextId, ContextIdStrategy, HostComponentInfo } from '@nestjs/core';
import { ContextIdFactory, REQUEST } from '@nestjs/core';
import { McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { Meeting } from '../../support/meeting.js';
import { resultText } from '../../support/result-text.js';

/** One tree of providers per tenant, as in Nest's documentation of durable providers. */
class TenantStrategy implements ContextIdStrategy {
  private readonly trees = new Map<string, ContextId>();

  attach(contextId: ContextId, request: { headers?: Record<string, string> }) {
    const tenant = request.headers?.['x-tenant'] ?? 'nobody';
    const tree = this.trees.get(tenant) ?? ContextIdFactory.create();
    this.trees.set(tenant, tree);
    return {
      resolve: (info: HostComponentInfo) => (info.isTreeDurable ? tree : contextId),
      payload: { tenant },
    };
  }
}

const DEFAULT_STRATEGY: ContextIdStrategy = { attach: (contextId) => () => contextId };

const [TENANTS, AT_ONCE] = [5, 50];
let meeting = new Meeting(0);
let instances = 0;

@Injectable({ scope: Scope.REQUEST, durable: true })
class TenantStore {
  readonly serial = ++instances;

  constructor(@Inject(REQUEST) private readonly payload: { tenant: string }) {}

  @McpTool()
  describeStore(): string {
    return `${this.payload.tenant} ${this.serial}`;
  }

  /** Answers when everybody has come. */
  @McpTool()
  async describeTogether(): Promise<string> {
    await meeting.attend();
    return this.describeStore();
  }
}

@Injectable({ scope: Scope.REQUEST })
class TenantReader {
  constructor(@Inject(REQUEST) private readonly request: { tenant: string; headers: object }) {}

  @McpTool()
  readTenant(): string {
    return `${this.request.tenant} ${typeof this.request.headers}`;
  }
}

describe.each(PLATFORMS)('a durable provider on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    ContextIdFactory.apply(new TenantStrategy());
    app = await bootApp(
      platform,
      { providers: [TenantStore, TenantReader] },
      { mcp: { limits: { maxInFlight: AT_ONCE, maxInFlightPerConnection: AT_ONCE } } },
    );
  });

  afterAll(async () => {
    await app.close();
    ContextIdFactory.apply(DEFAULT_STRATEGY);
  });

  const storeOf = async (protocolVersion: string, tenant: string): Promise<string> => {
    const headers = { 'x-tenant': tenant };
    const client = await McpTestClient.overHttp(app, { protocolVersion, headers });
    return resultText(await client.callTool('describe_store'));
  };

  it.each(ERAS)('is the same for calls of one tenant in %s', async (era) => {
    expect(await storeOf(era, 'acme')).toBe(await storeOf(era, 'acme'));
  });

  it.each(ERAS)('is another for another tenant in %s', async (era) => {
    const [acme, globex] = [await storeOf(era, 'acme'), await storeOf(era, 'globex')];

    expect([acme.split(' ')[0], globex.split(' ')[0]]).toEqual(['acme', 'globex']);
    expect(acme.split(' ')[1]).not.toBe(globex.split(' ')[1]);
  });

  it.each(ERAS)('is one for each tenant of calls of %s that overlap', async (protocolVersion) => {
    const names = Array.from({ length: TENANTS }, (_, tenant) => `${protocolVersion}-${tenant}`);
    const clients = await Promise.all(
      names.map((tenant) =>
        McpTestClient.overHttp(app, { protocolVersion, headers: { 'x-tenant': tenant } }),
      ),
    );
    meeting = new Meeting(AT_ONCE);
    const before = instances;

    const results = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, call) =>
        clients[call % TENANTS]?.callTool('describe_together'),
      ),
    );

    const texts = results.map((result) => (result ? resultText(result) : ''));
    expect(texts.map((text) => text.split(' ')[0])).toEqual(
      Array.from({ length: AT_ONCE }, (_, call) => names[call % TENANTS]),
    );
    expect(new Set(texts).size).toBe(TENANTS);
    expect(instances - before).toBe(TENANTS);
  });

  it.each(ERAS)('leaves its payload on the request for others in %s', async (protocolVersion) => {
    const headers = { 'x-tenant': 'acme' };
    const client = await McpTestClient.overHttp(app, { protocolVersion, headers });

    expect(resultText(await client.callTool('read_tenant'))).toBe('acme object');
  });
});
