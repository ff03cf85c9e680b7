import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { McpModule } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';

describe('two registrations of the module', () => {
  it('refuse to boot with one id, naming it', async () => {
    @Module({
      imports: [McpModule.forRoot({ name: 'shop' }), McpModule.forRoot({ name: 'other' })],
    })
    class App {}
    const app = (
      await Test.createTestingModule({ imports: [App] }).compile()
    ).createNestApplication();

    await expect(app.init()).rejects.toThrow(/registered 2 times for the server id "default"/);
    await app.close();
  });
});

describe('the test client over HTTP', () => {
  it('finds the endpoint below the global prefix', async () => {
    @Module({ imports: [McpModule.forRoot({ name: 'shop', http: { path: '/ai/mcp/' } })] })
    class App {}
    const app = (
      await Test.createTestingModule({ imports: [App] }).compile()
    ).createNestApplication();
    app.setGlobalPrefix('api');
    await app.init();

    const client = await McpTestClient.overHttp(app);

    await expect(client.listTools()).resolves.toEqual([]);
    await app.close();
  });
});
