import type { CanActivate } from '@nestjs/common';
import { Injectable, UseGuards } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { DenyUnlessPublicGuard, Public, Roles, RolesGuard } from '../../apps/roles.js';
import { bootApp, bootContext, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';

@Injectable()
class DenyGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

/** Replaces the method and forgets what is stored on it, as many tracing decorators do. */
const Traced = (): MethodDecorator => (_target, _property, descriptor: PropertyDescriptor) => {
  const original = descriptor.value as (...args: unknown[]) => unknown;
  descriptor.value = function traced(this: unknown, ...args: unknown[]): unknown {
    return original.apply(this, args);
  };
};

@Injectable()
class Safe {
  @Traced()
  @McpTool()
  @UseGuards(new DenyGuard())
  guarded(): string {
    return 'opened';
  }

  @Traced()
  @McpTool()
  @Roles('admin')
  forAdministrators(): string {
    return 'opened';
  }

  @Traced()
  @McpTool()
  @Public()
  open(): string {
    return 'opened';
  }
}

@Injectable()
class GuardedByClass {
  @Traced()
  @McpTool()
  @UseGuards(DenyGuard)
  open(): string {
    return 'opened';
  }
}

describe('a method that a decorator replaced', () => {
  it('keeps the guards below it', async () => {
    const app = await bootContext({ providers: [Safe] });

    const result = await (await McpTestClient.inMemory(app)).callTool('guarded');
    await app.close();

    expect(result.isError).toBe(true);
  });

  it('keeps metadata that opens it', async () => {
    const guard = { provide: APP_GUARD, useClass: DenyUnlessPublicGuard };
    const app = await bootContext({ providers: [Safe, guard] });

    const result = await (await McpTestClient.inMemory(app)).callTool('open');
    await app.close();

    expect(result.isError).toBeUndefined();
  });

  it('stops the boot when Nest has not prepared its guards', async () => {
    expect(await bootError({ providers: [GuardedByClass] })).toContain(
      '@McpTool() on GuardedByClass.open: Nest would not run DenyGuard (guards) here',
    );
  });
});

describe.each(PLATFORMS)('a method that a decorator replaced on $platform', (platform) => {
  it.each(ERAS)('keeps the roles that guards look for in %s', async (protocolVersion) => {
    const guard = { provide: APP_GUARD, useClass: RolesGuard };
    const app = await bootApp(platform, { providers: [Safe, guard] });

    const client = await McpTestClient.overHttp(app, { protocolVersion });
    const result = await client.callTool('for_administrators');
    await app.close();

    expect(result.isError).toBe(true);
  });
});
