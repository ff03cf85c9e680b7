import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { Authorizer, McpModuleOptions } from 'nest-mcp';
import {
  allow,
  allowAll,
  allowlist,
  McpConfigurationError,
  McpDispatcher,
  McpModule,
} from 'nest-mcp';
import { serverToken } from '../../../src/mcp.tokens.js';
import { ServedTransports } from '../../../src/transports/served-transports.js';
import { bootContext } from '../../support/boot-app.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { withNodeEnv } from '../../support/with-node-env.js';

const TOOLS_ONLY: Authorizer = { authorize: allow };

/** `boots`, or the message with which a web application refuses to. */
async function outcome(
  options: Partial<McpModuleOptions>,
  configure: (app: INestApplication) => void = () => undefined,
): Promise<string> {
  const module = await Test.createTestingModule({
    imports: [McpModule.forRoot({ name: 'test', ...options })],
  }).compile();
  const app = module.createNestApplication({ logger: false });
  configure(app);
  try {
    await app.init();
    return 'boots';
  } catch (error) {
    if (error instanceof McpConfigurationError) return error.message;
    throw error;
  } finally {
    await app.close();
  }
}

const inProduction = (options: Partial<McpModuleOptions>) =>
  withNodeEnv('production', () => outcome(options));

describe('a web application without an authorizer', () => {
  it.each(['development', 'test'])('boots where NODE_ENV is %s', async (env) => {
    expect(await withNodeEnv(env, () => outcome({}))).toBe('boots');
  });

  it.each(['production', 'staging', 'Test', '', undefined])(
    'refuses to boot where NODE_ENV is %j',
    async (env) => {
      expect(await withNodeEnv(env, () => outcome({}))).toContain('tool calls are open');
    },
  );

  it('is judged by the environment when it boots, not when it was imported or declared', async () => {
    const module = McpModule.forRoot({ name: 'test' });
    const boot = async () => {
      const testing = await Test.createTestingModule({ imports: [module] }).compile();
      const app = testing.createNestApplication({ logger: false });
      await app.init().finally(() => app.close());
    };

    await expect(withNodeEnv('production', boot)).rejects.toBeInstanceOf(McpConfigurationError);
  });

  it('is told the transport, the option to set, and why', async () => {
    const message = await inProduction({});

    expect(message).toContain('Streamable HTTP');
    expect(message).toContain('`authorizer`');
    expect(message).toContain('`requireAuthorization: false`');
    expect(message).toContain('NODE_ENV');
  });

  it('boots in production when it says that it needs none', async () => {
    expect(await inProduction({ requireAuthorization: false })).toBe('boots');
  });

  it('refuses to boot in a test when it says that it needs one, and blames no environment', async () => {
    const message = await outcome({ requireAuthorization: true });

    expect(message).toContain('tool calls are open');
    expect(message).toContain('`requireAuthorization` is true');
    expect(message).not.toContain('NODE_ENV');
  });

  it('refuses to boot in production with HTTP+SSE as well', async () => {
    expect(await inProduction({ http: { legacySse: true } })).toContain('tool calls are open');
  });

  it('boots in production when it serves no HTTP', async () => {
    expect(await inProduction({ http: false })).toBe('boots');
  });

  it('boots in production when it serves standard input and output', async () => {
    const overStdio = (app: INestApplication) => {
      const served: ServedTransports = app.get(serverToken(ServedTransports, 'default'), {
        strict: false,
      });
      served.http = false;
    };

    const http = { legacySse: true };
    expect(await withNodeEnv('production', () => outcome({ http }, overStdio))).toBe('boots');
  });

  it('boots in production as an application context', async () => {
    const boot = withNodeEnv('production', () => bootContext({}));

    await expect(boot.then((app) => app.close())).resolves.toBeUndefined();
  });
});

describe('a web application in production', () => {
  it('boots when both seams are guarded', async () => {
    expect(await inProduction({ authorizer: allowAll() })).toBe('boots');
    expect(await inProduction({ authorizer: allowlist([]) })).toBe('boots');
  });

  it('refuses to boot when reads are open', async () => {
    const message = await inProduction({ authorizer: TOOLS_ONLY });

    expect(message).toContain('reads are open');
    expect(message).toContain('`authorizeRead`');
  });

  it('boots with open reads when it says that it needs no policy', async () => {
    expect(await inProduction({ authorizer: TOOLS_ONLY, requireAuthorization: false })).toBe(
      'boots',
    );
  });

  it('refuses to boot when its policy is only a library’s fallback', async () => {
    const options = { authorizer: allowAll(), authorizerSource: 'default' } as const;

    expect(await inProduction(options)).toContain('tool calls are open');
  });

  it('finds the read seam of a class', async () => {
    @Injectable()
    class Guarded {
      readonly authorize = allow;
      readonly authorizeRead = allow;
    }
    const boot = async () => {
      const module = await Test.createTestingModule({
        imports: [McpModule.forRoot({ name: 'test', authorizer: Guarded })],
        providers: [Guarded],
      }).compile();
      const app = module.createNestApplication({ logger: false });
      await app.init();
      const dispatcher = app.get(McpDispatcher);
      const configured = [
        dispatcher.authorizationConfigured(),
        dispatcher.readAuthorizationConfigured(),
      ];
      await app.close();
      return configured;
    };

    expect(await withNodeEnv('production', boot)).toEqual([true, true]);
  });
});

describe('whether authorization was chosen', () => {
  it.each([
    [allowAll(), 'configured', true],
    [allowAll(), undefined, true],
    [allowAll(), 'default', false],
    [undefined, 'configured', false],
    [undefined, 'default', false],
  ] as const)(
    'with the authorizer %j from %j is %j',
    async (authorizer, authorizerSource, chosen) => {
      const { dispatcher } = await createBench({ authorizer, authorizerSource });

      expect(dispatcher.authorizationConfigured()).toBe(chosen);
    },
  );

  it('is told of reads by the presence of authorizeRead', async () => {
    const seams = [undefined, TOOLS_ONLY, allowAll()].map(async (authorizer) =>
      (await createBench({ authorizer })).dispatcher.readAuthorizationConfigured(),
    );

    expect(await Promise.all(seams)).toEqual([false, false, true]);
  });
});
