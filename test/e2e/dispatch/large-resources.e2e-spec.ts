import type { INestApplication } from '@nestjs/common';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { McpModule, McpResource } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';

@Injectable()
class Archive {
  @McpResource({ uri: 'archive://everything' })
  everything(): string {
    return 'x'.repeat(2000);
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'archive', limits: { maxResultBytes: 1000 } })],
  providers: [Archive],
})
class App {}

describe('a resource larger than a result may be', () => {
  let app: INestApplication;

  beforeAll(async () => {
    app = (await Test.createTestingModule({ imports: [App] }).compile()).createNestApplication();
    await app.init();
  });

  afterAll(() => app.close());

  it.each([
    ['2025-11-25', -32000],
    ['2026-07-28', -33000],
  ])('is an error in %s', async (protocolVersion, code) => {
    const client = await McpTestClient.inMemory(app, { protocolVersion });

    await expect(client.readResource('archive://everything')).rejects.toMatchObject({
      code,
      data: { error: 'result_too_large', limit: 1000, retryable: false },
    });
  });
});
