import type { CanActivate, INestApplication } from '@nestjs/common';
import { ForbiddenException, Injectable, UseGuards } from '@nestjs/common';
import type { Authorizer, Decision, McpContext, ToolAuthorization } from 'nest-mcp';
import {
  allow,
  ask,
  deny,
  McpCtx,
  McpPrompt,
  McpResource,
  McpTool,
  McpToolException,
} from 'nest-mcp';
import { asUser, HeaderUserGuard } from '../../apps/header-user.guard.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';
import { TEST_CLIENTS } from '../../support/test-clients.js';

class Closed implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

class ClosedFor implements CanActivate {
  canActivate(): boolean {
    throw new ForbiddenException('only for cooks');
  }
}

@Injectable()
class Shop {
  @McpTool()
  refund(): string {
    return 'refunded';
  }

  @McpTool()
  whoami(@McpCtx() { principal }: McpContext): string {
    return JSON.stringify(principal ?? null);
  }

  @McpTool()
  break(): never {
    throw new McpToolException('broken');
  }

  @McpTool()
  @UseGuards(Closed)
  guarded(): string {
    return 'open';
  }

  @McpTool()
  @UseGuards(ClosedFor)
  reserved(): string {
    return 'open';
  }

  @McpResource({ uri: 'shop://books' })
  books(): string {
    return 'secret';
  }

  @McpPrompt()
  greet(): string {
    return 'hello';
  }
}

class ShopAuthorizer implements Authorizer {
  authorize({ name, principal, purpose }: ToolAuthorization): Decision {
    if (name !== 'refund' || purpose === 'list') return allow();
    if (principal === undefined) return deny('sign in first');
    return (principal as { id: string }).id === 'clerk' ? allow() : ask('Really?');
  }

  authorizeRead({ method, principal }: { method: string; principal: unknown }): Decision {
    const isOpen = principal !== undefined || method.endsWith('/list');
    return isOpen ? allow() : deny('not for you');
  }
}

let app: INestApplication;

beforeAll(async () => {
  app = await bootApp(
    PLATFORMS[0]!,
    { providers: [Shop, Closed, ClosedFor] },
    {
      mcp: { authorizer: new ShopAuthorizer() },
      configure: (created) => created.useGlobalGuards(new HeaderUserGuard()),
    },
  );
});

afterAll(() => app.close());

describe.each(TEST_CLIENTS)('expectDenied() $link of $protocolVersion', (row) => {
  const { protocolVersion, connect, link } = row;
  const open = (user?: unknown) =>
    connect(app, {
      protocolVersion,
      ...(user !== undefined &&
        (link === 'inMemory' ? { principal: user } : { headers: asUser(user) })),
    });

  it('gives what the policy said of a tool', async () => {
    const client = await open();

    expect(await client.expectDenied('refund', { number: 'A-1' })).toEqual({
      decision: 'deny',
      detail: 'sign in first',
      status: undefined,
    });
    await client.close();
  });

  it('gives the question that nobody can be asked', async () => {
    const client = await open({ id: 'guest' });

    expect(await client.expectDenied('refund')).toMatchObject({
      decision: 'ask',
      detail: 'Really?',
    });
    await client.close();
  });

  it('gives what the policy said of a read', async () => {
    const client = await open();

    expect(await client.expectDenied(client.readResource('shop://books'))).toMatchObject({
      detail: 'not for you',
    });
    expect(await client.expectDenied(client.getPrompt('greet'))).toMatchObject({
      detail: 'not for you',
    });
    await client.close();
  });

  it('knows the words of a guard', async () => {
    const client = await open();

    expect(await client.expectDenied('guarded')).toMatchObject({ detail: 'Forbidden resource' });
    await client.close();
  });

  it('fails for what was allowed, with the answer and what else is known', async () => {
    const client = await open({ id: 'clerk' });
    const failure = client.expectDenied('refund');

    await expect(failure).rejects.toThrow('refund was to be denied, but was allowed');
    await expect(failure).rejects.toThrow(
      /answer: {"content":\[{"type":"text","text":"refunded"}\]/,
    );
    await expect(failure).rejects.toThrow(`client: ${protocolVersion}`);
    await expect(failure).rejects.toThrow(
      'tools there are: break, guarded, refund, reserved, whoami',
    );
    await expect(failure).rejects.toThrow('resources there are: shop://books');
    await client.close();
  });

  it('fails for an error that need not be a denial', async () => {
    const client = await open();

    await expect(client.expectDenied('break')).rejects.toThrow(
      /was answered with an error that need not be a denial\n  answer: .*broken/,
    );
    await expect(client.expectDenied('reserved')).rejects.toThrow('only for cooks');
    await client.close();
  });

  it('fails for what failed otherwise', async () => {
    const client = await open({ id: 'clerk' });

    await expect(client.expectDenied(client.getPrompt('nonsense'))).rejects.toThrow(
      /the attempt was to be denied, but failed otherwise\n  failure: prompts\/get failed.*-32602/,
    );
    await client.close();
  });

  it('knows who calls', async () => {
    const client = await open({ id: 'clerk' });

    expect(resultText(await client.callTool('whoami'))).toBe('{"id":"clerk"}');
    await client.close();
  });
});

describe('expectDenied() in memory', () => {
  it('knows the words of a guard that is global', async () => {
    const [row] = TEST_CLIENTS;
    const client = await row!.connect(app, { principal: 'banned' });

    expect(await client.expectDenied('whoami')).toMatchObject({ detail: 'Forbidden resource' });
  });
});

describe('expectDenied() over HTTP', () => {
  it('gives the status of a guard of the route', async () => {
    const [, , , row] = TEST_CLIENTS;
    const client = await row!.connect(app, { headers: asUser('banned') });

    expect(await client.expectDenied('whoami')).toMatchObject({ status: 403 });
  });
});
