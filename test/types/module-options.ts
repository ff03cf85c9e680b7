/** What the compiler says of the options of the module, as in wrong-decorators.ts. */
import type { McpFactoryOptions, McpModuleAsyncOptions, McpOptionsFactory } from 'nest-mcp';
import { allowAll, McpModule } from 'nest-mcp';

class Settings {
  readonly name = 'shop';
}

class Options implements McpOptionsFactory {
  createMcpOptions(): McpFactoryOptions {
    return { name: 'shop' };
  }
}

const shared: McpFactoryOptions = { name: 'shop', http: { publicUrl: 'https://shop.example/mcp' } };

/** Everything here fits. */
export const fitting: readonly McpModuleAsyncOptions[] = [
  { useFactory: () => ({ name: 'shop' }) },
  { useFactory: async () => shared },
  { inject: [Settings], useFactory: ({ name }: Settings) => ({ name, authorizer: allowAll() }) },
  { id: 'a', http: { path: 'a' }, useClass: Options },
  { http: false, useExisting: Options, imports: [], isGlobal: false },
  { useExisting: 'a token' },
  { useExisting: Symbol('a token') },
];
for (const options of fitting) McpModule.forRootAsync(options);

export const wrong = [
  // @ts-expect-error a server has a name
  () => McpModule.forRoot({}),

  // @ts-expect-error an option that does not exist
  () => McpModule.forRoot({ name: 'shop', authoriser: allowAll() }),

  // @ts-expect-error an authorizer decides
  () => McpModule.forRoot({ name: 'shop', authorizer: Settings }),

  // @ts-expect-error a misspelt path
  () => McpModule.forRoot({ name: 'shop', http: { pth: 'mcp' } }),

  // @ts-expect-error HTTP is an object of options, or switched off
  () => McpModule.forRoot({ name: 'shop', http: true }),

  // @ts-expect-error a limit that does not exist
  () => McpModule.forRoot({ name: 'shop', limits: { maxInflight: 4 } }),

  // @ts-expect-error a capability that does not exist
  () => McpModule.forRoot({ name: 'shop', capabilities: { tool: false } }),

  // @ts-expect-error a list that does not exist
  () => McpModule.forRoot({ name: 'shop', cacheHints: { 'tool/list': {} } }),

  // @ts-expect-error a hook that does not exist
  () => McpModule.forRoot({ name: 'shop', hooks: { onTool: () => undefined } }),

  // @ts-expect-error a factory is for forRootAsync()
  () => McpModule.forRoot({ name: 'shop', useFactory: () => ({}) }),

  // @ts-expect-error one of the three ways
  () => McpModule.forRootAsync({}),

  // @ts-expect-error one of them
  () => McpModule.forRootAsync({ useClass: Options, useFactory: () => ({ name: 'shop' }) }),

  // @ts-expect-error no options
  () => McpModule.forRootAsync({ useFactory: () => 'shop' }),

  // @ts-expect-error a server has a name
  () => McpModule.forRootAsync({ useFactory: () => ({}) }),

  // @ts-expect-error its id is needed before the factory runs
  () => McpModule.forRootAsync({ useFactory: () => ({ name: 'shop', id: 'a' }) }),

  // @ts-expect-error so is the path
  () => McpModule.forRootAsync({ useFactory: async () => ({ name: 'a', http: { path: 'a' } }) }),

  // @ts-expect-error so is whether there is any
  () => McpModule.forRootAsync({ useFactory: () => ({ name: 'shop', http: false }) }),

  // @ts-expect-error what comes of the factory does not stand beside it
  () => McpModule.forRootAsync({ name: 'shop', useFactory: () => ({ name: 'shop' }) }),

  // @ts-expect-error a factory of options has createMcpOptions()
  () => McpModule.forRootAsync({ useClass: Settings }),

  // @ts-expect-error only a factory is given something
  () => McpModule.forRootAsync({ useClass: Options, inject: [Settings] }),
];
