import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { McpFactoryOptions, McpModuleAsyncOptions, McpOptionsFactory } from 'nest-mcp';
import { McpModule } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { silentLogger } from '../../support/silent-logger.js';

@Injectable()
class Settings {
  readonly serverName = 'from settings';
}

@Module({ providers: [Settings], exports: [Settings] })
class SettingsModule {}

@Injectable()
class OptionsFromSettings implements McpOptionsFactory {
  constructor(private readonly settings: Settings) {}

  createMcpOptions(): McpFactoryOptions {
    return { name: this.settings.serverName };
  }
}

@Module({
  imports: [SettingsModule],
  providers: [OptionsFromSettings, { provide: 'MCP_OPTIONS', useExisting: OptionsFromSettings }],
  exports: [OptionsFromSettings, 'MCP_OPTIONS'],
})
class OptionsModule {}

const boot = async (options: McpModuleAsyncOptions) => {
  const imports = [McpModule.forRootAsync(options)];
  const testing = await Test.createTestingModule({ imports }).setLogger(silentLogger).compile();
  return testing.init();
};

const WAYS: readonly (McpModuleAsyncOptions & { readonly way: string })[] = [
  {
    way: 'useFactory with providers of another module',
    imports: [SettingsModule],
    inject: [Settings],
    useFactory: (settings: Settings) => ({ name: settings.serverName }),
  },
  {
    way: 'an asynchronous useFactory',
    imports: [SettingsModule],
    inject: [Settings],
    useFactory: (settings: Settings) => Promise.resolve({ name: settings.serverName }),
  },
  { way: 'useClass', imports: [SettingsModule], useClass: OptionsFromSettings },
  { way: 'useExisting', imports: [OptionsModule], useExisting: OptionsFromSettings },
  { way: 'useExisting with a token', imports: [OptionsModule], useExisting: 'MCP_OPTIONS' },
];

describe('options that come later', () => {
  it.each(WAYS)('may come from $way', async ({ way: _way, ...options }) => {
    const app = await boot(options);

    const client = await McpTestClient.inMemory(app);
    const { _meta } = await client.request<{ _meta: Record<string, unknown> }>('server/discover');
    await app.close();

    expect(_meta['io.modelcontextprotocol/serverInfo']).toMatchObject({ name: 'from settings' });
  });

  it.each([
    { option: 'http.path', given: { http: { path: 'ai' } } },
    { option: 'http.decorators', given: { http: { decorators: [] } } },
    { option: 'http.guards', given: { http: { guards: [] } } },
    { option: 'http.legacySse', given: { http: { legacySse: true } } },
    { option: 'http: false', given: { http: false } },
    { option: 'id', given: { id: 'admin' } },
    { option: 'isGlobal', given: { isGlobal: false } },
  ])('cannot hold $option, which routes and tokens need earlier', async ({ option, given }) => {
    const useFactory = () => ({ name: 'shop', ...given }) as McpFactoryOptions;

    await expect(boot({ useFactory })).rejects.toThrow(
      `McpModule option ${option} came from a factory, but routes and injection tokens exist before factories run; put it beside the factory`,
    );
  });

  it('may hold what of http concerns no route', async () => {
    const useFactory = () => ({ name: 'shop', http: { publicUrl: 'https://shop.example/mcp' } });

    const app = await boot({ http: { path: 'ai/mcp' }, useFactory });

    await expect(app.close()).resolves.toBeUndefined();
  });

  it.each([
    {
      what: 'a wrong one',
      given: { name: 'shop', limits: { maxSessions: 0 } },
      error: 'limits.maxSessions',
    },
    {
      what: 'an unknown one',
      given: { name: 'shop', nmae: 'x' },
      error: 'option nmae does not exist',
    },
    { what: 'no name', given: {}, error: 'option name is missing' },
    { what: 'nothing at all', given: undefined, error: 'option name is missing' },
  ])('are checked like others: $what', async ({ given, error }) => {
    const useFactory = () => given as unknown as McpFactoryOptions;

    await expect(boot({ useFactory })).rejects.toThrow(error);
  });

  it('are not looked for beside the factory', () => {
    const options = { useFactory: () => ({ name: 'shop' }), instructions: 'lost' };

    expect(() => McpModule.forRootAsync(options as McpModuleAsyncOptions)).toThrow(
      'McpModule.forRootAsync() has no option instructions; return it from the factory',
    );
  });
});
