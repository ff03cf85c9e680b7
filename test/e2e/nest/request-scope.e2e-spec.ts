import type { INestApplication } from '@nestjs/common';
import { Inject, Injectable, Module, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { IsString } from 'class-validator';
import { McpContext, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, bootContext, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

interface HttpRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

let instances = 0;

@Injectable({ scope: Scope.REQUEST })
class Tenant {
  readonly serial = ++instances;

  constructor(@Inject(REQUEST) readonly request: HttpRequest) {}

  get name(): string {
    return this.request.headers['x-tenant'] ?? 'nobody';
  }
}

@Module({ providers: [Tenant], exports: [Tenant] })
class TenantModule {}

@Injectable()
class Ledger {
  constructor(readonly tenant: Tenant) {}
}

@Module({ imports: [TenantModule], providers: [Ledger], exports: [Ledger] })
class LedgerModule {}

class TextDto {
  @IsString()
  text!: string;
}

/** Not scoped itself; what it depends on, two modules away, is. */
@Injectable()
class Orders {
  private last = '';

  constructor(private readonly ledger: Ledger) {}

  @McpTool()
  whoami(): object {
    const { name, serial } = this.ledger.tenant;
    return { name, serial };
  }

  /** Keeps state on the instance over an await, which sharing it would mix up. */
  @McpTool()
  async echo({ text }: TextDto, context: McpContext): Promise<string> {
    this.last = `${this.ledger.tenant.name} ${text}`;
    await context.progress(1);
    await new Promise(setImmediate);
    return this.last;
  }

  @McpTool()
  isSameRequest(context: McpContext): boolean {
    return this.ledger.tenant.request === context.request;
  }

  @McpResource({ uri: 'orders://mine' })
  mine(): string {
    return this.ledger.tenant.name;
  }

  @McpPrompt()
  ask(): string {
    return this.ledger.tenant.name;
  }
}

const metadata = { imports: [LedgerModule, TenantModule], providers: [Orders] };

describe.each(PLATFORMS)('a request-scoped dependency on $platform', (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(platform, metadata);
  });

  afterAll(() => app.close());

  const clientOf = (protocolVersion: string, tenant = 'acme') =>
    McpTestClient.overHttp(app, { protocolVersion, headers: { 'x-tenant': tenant } });

  it.each(ERAS)('knows the HTTP request of a tool in %s', async (era) => {
    const client = await clientOf(era);

    expect(JSON.parse(resultText(await client.callTool('whoami')))).toMatchObject({ name: 'acme' });
  });

  it.each(ERAS)('knows the very request that the context shows in %s', async (era) => {
    const client = await clientOf(era);

    expect(resultText(await client.callTool('is_same_request'))).toBe('true');
  });

  it.each(ERAS)('knows the HTTP request of a resource in %s', async (era) => {
    const client = await clientOf(era);

    const { contents } = await client.readResource('orders://mine');

    expect(contents).toEqual([expect.objectContaining({ text: 'acme' })]);
  });

  it.each(ERAS)('knows the HTTP request of a prompt in %s', async (era) => {
    const client = await clientOf(era);

    const { messages } = await client.getPrompt('ask');

    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'acme' } }]);
  });

  it.each(ERAS)('is made anew for each call in %s', async (era) => {
    const client = await clientOf(era);
    const serials = [];

    for (let call = 0; call < 3; call += 1) {
      const text = resultText(await client.callTool('whoami'));
      serials.push((JSON.parse(text) as { serial: number }).serial);
    }

    expect(new Set(serials).size).toBe(3);
  });

  it.each(ERAS)('is made once in a call of %s', async (era) => {
    const client = await clientOf(era);
    const before = instances;

    await client.callTool('whoami');

    expect(instances - before).toBe(1);
  });

  it.each(ERAS)('is not shared by overlapping calls in %s', async (era) => {
    const names = Array.from({ length: 50 }, (_, index) => `tenant-${index}`);
    const clients = await Promise.all(names.map((name) => clientOf(era, name)));

    const results = await Promise.all(
      clients.map((client, index) => client.callTool('echo', { text: `text-${index}` })),
    );

    expect(results.map(resultText)).toEqual(names.map((name, index) => `${name} text-${index}`));
  });
});

describe('a request-scoped dependency without HTTP', () => {
  it('gets the stand-in request', async () => {
    const app = await bootContext(metadata);

    const result = await (await McpTestClient.inMemory(app)).callTool('whoami');
    await app.close();

    expect(JSON.parse(resultText(result))).toMatchObject({ name: 'nobody' });
  });
});
