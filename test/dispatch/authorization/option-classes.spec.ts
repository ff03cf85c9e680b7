import type { ModuleMetadata } from '@nestjs/common';
import { Injectable, Scope } from '@nestjs/common';
import type { McpModuleOptions, SpentApprovals, ToolAuthorization } from 'nest-mcp';
import { allow, deny, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';
import { refusal } from '../../support/direct-peer.js';
import { resultText } from '../../support/result-text.js';

@Injectable()
class Staff {
  readonly names = new Set(['greet']);
}

@Injectable()
class StaffAuthorizer {
  constructor(private readonly staff: Staff) {}

  authorize({ name }: ToolAuthorization) {
    return this.staff.names.has(name) ? allow() : deny('not for staff');
  }
}

@Injectable()
class Greeter {
  @McpTool()
  greet(): string {
    return 'hello';
  }

  @McpTool()
  shout(): string {
    return 'HELLO';
  }
}

@Injectable()
class KeptApprovals implements SpentApprovals {
  readonly ids: string[] = [];

  async spend(id: string): Promise<'ok'> {
    this.ids.push(id);
    return 'ok';
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
    const capabilities = { elicitation: {} };
    const client = await McpTestClient.inMemory(app, { capabilities });
    return await use(client, (part) => app.get(part));
  } finally {
    await app.close();
  }
}

describe('an authorizer given as a class', () => {
  it('is the application’s instance, with its dependencies', async () => {
    const texts = await withClient(
      { providers: [Staff, StaffAuthorizer, Greeter] },
      { authorizer: StaffAuthorizer },
      async (client) => [
        resultText(await client.callTool('greet')),
        resultText(await client.callTool('shout')),
      ],
    );

    expect(texts).toEqual(['hello', refusal('shout', 'deny', 'not for staff')]);
  });

  it('may live in another module', async () => {
    class Policies {}
    const module = { module: Policies, providers: [Staff, StaffAuthorizer] };

    const text = await withClient(
      { imports: [module], providers: [Greeter] },
      { authorizer: StaffAuthorizer },
      async (client) => resultText(await client.callTool('shout')),
    );

    expect(text).toBe(refusal('shout', 'deny', 'not for staff'));
  });

  it('is an error when no module provides it', async () => {
    const message = await bootError({ providers: [Greeter] }, { authorizer: StaffAuthorizer });

    expect(message).toContain('option authorizer: StaffAuthorizer cannot be resolved');
    expect(message).toContain('`providers`');
  });

  it('is an error when it exists once per request', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class PerRequest {
      readonly authorize = allow;
    }

    expect(await bootError({ providers: [PerRequest] }, { authorizer: PerRequest })).toContain(
      'option authorizer: PerRequest',
    );
  });

  it('is an error when it decides about nothing', async () => {
    const message = await bootError({ providers: [Staff] }, { authorizer: Staff as never });

    expect(message).toContain('option authorizer');
    expect(message).toContain('`authorize`');
  });
});

describe('a store of used approvals given as a class', () => {
  it('is the application’s instance', async () => {
    const authorizer = { authorize: () => ({ kind: 'ask', prompt: 'Greet?' }) as const };

    const [text, ids] = await withClient(
      { providers: [Greeter, KeptApprovals] },
      { authorizer, spentApprovals: KeptApprovals },
      async (client, get) => {
        const { requestState } = await client.request('tools/call', { name: 'greet' });
        const approval = { action: 'accept', content: { approve: true } };
        const retry = { name: 'greet', requestState, inputResponses: { approval } };
        const result = await client.request('tools/call', retry);
        return [resultText(result as never), get(KeptApprovals).ids];
      },
    );

    expect(text).toBe('hello');
    expect(ids).toHaveLength(1);
  });

  it('is an error when no module provides it', async () => {
    expect(await bootError({}, { spentApprovals: KeptApprovals })).toContain(
      'option spentApprovals: KeptApprovals',
    );
  });

  it('is an error when it spends nothing', async () => {
    expect(await bootError({}, { spentApprovals: {} as never })).toContain('option spentApprovals');
  });
});
