import type { ModuleMetadata } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { McpAuditEvent, McpModuleOptions } from 'nest-mcp';
import { McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';
import { resultText } from '../../support/result-text.js';

@Injectable()
class Greeter {
  @McpTool()
  greet(): string {
    return 'hello';
  }
}

@Injectable()
class KeptAudit {
  readonly events: McpAuditEvent[] = [];

  record(event: McpAuditEvent): void {
    this.events.push(event);
  }
}

/** Boots, uses a client, closes. */
async function withClient<T>(
  metadata: ModuleMetadata,
  mcp: Partial<McpModuleOptions>,
  use: (client: McpTestClient, get: <P>(part: new (...args: never[]) => P) => P) => Promise<T>,
): Promise<T> {
  const app = await bootContext(metadata, mcp);
  try {
    const client = await McpTestClient.inMemory(app);
    return await use(client, (part) => app.get(part));
  } finally {
    await app.close();
  }
}

describe('an audit', () => {
  it('given as a class is the application’s instance', async () => {
    const types = await withClient(
      { providers: [Greeter, KeptAudit] },
      { audit: KeptAudit },
      async (client, get) => {
        await client.callTool('greet');
        return get(KeptAudit).events.map(({ type }) => type);
      },
    );

    expect(types).toEqual(['decided', 'finished']);
  });

  it('is an error when no module provides it', async () => {
    expect(await bootError({}, { audit: KeptAudit })).toContain('option audit: KeptAudit');
  });

  it('is an error when it records nothing', async () => {
    expect(await bootError({}, { audit: {} as never })).toContain('option audit');
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
  ])('that %s disturbs no call', async (_how, record) => {
    const text = await withClient(
      { providers: [Greeter] },
      { audit: { record: record as () => void } },
      async (client) => resultText(await client.callTool('greet')),
    );

    expect(text).toBe('hello');
  });
});
