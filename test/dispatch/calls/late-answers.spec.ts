import type { CanActivate, ExecutionContext, INestApplicationContext } from '@nestjs/common';
import { Injectable, UseGuards } from '@nestjs/common';
import type { Authorizer, Decision } from 'nest-mcp';
import { allow, McpDispatcher, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { deferred } from '../../../src/protocol/deferred.js';
import { bootContext } from '../../support/boot-app.js';
import { settled } from '../../support/settled.js';

/** What a gate lets through, when the test says so. */
let gate = deferred<boolean>();
let decision = deferred<Decision>();
let reached: string[] = [];

@Injectable()
class SlowGuard implements CanActivate {
  canActivate(_context: ExecutionContext): Promise<boolean> {
    return gate.promise;
  }
}

@Injectable()
class GuardedService {
  @McpTool({ description: 'Behind a slow guard' })
  @UseGuards(SlowGuard)
  guarded(): string {
    reached.push('tool');
    return 'ran';
  }

  @McpResource({ uri: 'shop://guarded' })
  @UseGuards(SlowGuard)
  resource(): string {
    reached.push('resource');
    return 'read';
  }

  @McpPrompt({ description: 'Behind a slow guard' })
  @UseGuards(SlowGuard)
  prompt(): string {
    reached.push('prompt');
    return 'rendered';
  }
}

const CALLS = [
  ['a tool', 'tools/call', { name: 'guarded' }],
  ['a resource', 'resources/read', { uri: 'shop://guarded' }],
  ['a prompt', 'prompts/get', { name: 'prompt' }],
] as const;

let app: INestApplicationContext;

async function boot(authorizer?: Authorizer): Promise<McpDispatcher> {
  app = await bootContext({ providers: [GuardedService, SlowGuard] }, { authorizer });
  return app.get(McpDispatcher);
}

beforeEach(() => {
  gate = deferred();
  decision = deferred();
  reached = [];
});

afterEach(() => app.close());

describe.each(CALLS)('%s whose call is given up', (_what, method, params) => {
  it('while a guard thinks does not run when the guard agrees afterwards', async () => {
    const dispatcher = await boot();
    const call = dispatcher.request({ id: 1, method, params });
    await settled();
    call.cancel();
    expect(await call.response).toBeNull();

    gate.resolve(true);
    await settled();

    expect(reached).toEqual([]);
    expect(dispatcher.snapshot()).toMatchObject({ inFlight: 0, abandoned: 0, pending: 0 });
  });

  it('while the policy thinks does not run when the policy agrees afterwards', async () => {
    const decide = () => decision.promise;
    const dispatcher = await boot({ authorize: decide, authorizeRead: decide });
    gate.resolve(true);
    const call = dispatcher.request({ id: 1, method, params });
    await settled();
    call.cancel();
    expect(await call.response).toBeNull();

    decision.resolve(allow());
    await settled();

    expect(reached).toEqual([]);
    expect(dispatcher.snapshot()).toMatchObject({ inFlight: 0, abandoned: 0, pending: 0 });
  });

  it('by nobody runs once, after both agreed', async () => {
    const decide = () => decision.promise;
    const dispatcher = await boot({ authorize: decide, authorizeRead: decide });
    const call = dispatcher.request({ id: 1, method, params });
    decision.resolve(allow());
    gate.resolve(true);

    expect(await call.response).toHaveProperty('result');
    expect(reached).toHaveLength(1);
  });
});
