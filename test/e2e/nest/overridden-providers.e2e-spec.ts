import { Injectable } from '@nestjs/common';
import type { TestingModuleBuilder } from '@nestjs/testing';
import { Test } from '@nestjs/testing';
import { McpModule, McpRegistry, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { resultText } from '../../support/result-text.js';

@Injectable()
class Repository {
  find(): string {
    return 'real row';
  }
}

@Injectable()
class Orders {
  constructor(private readonly repository: Repository) {}

  @McpTool()
  findOrder(): string {
    return this.repository.find();
  }
}

@Injectable()
class FakeOrders extends Orders {
  override findOrder(): string {
    return 'fake order';
  }
}

@Injectable()
class DecoratedFakeOrders extends Orders {
  @McpTool()
  override findOrder(): string {
    return 'fake order';
  }
}

async function boot(override: (builder: TestingModuleBuilder) => TestingModuleBuilder) {
  const builder = Test.createTestingModule({
    imports: [McpModule.forRoot({ name: 'test' })],
    providers: [Orders, Repository],
  });
  const testing = await override(builder).compile();
  return testing.init();
}

describe('providers overridden in a test', () => {
  it('reach a tool as its dependencies', async () => {
    const app = await boot((builder) =>
      builder.overrideProvider(Repository).useValue({ find: () => 'fake row' }),
    );

    const result = await (await McpTestClient.inMemory(app)).callTool('find_order');
    await app.close();

    expect(resultText(result)).toBe('fake row');
  });

  it('stand in for the class of a tool', async () => {
    const app = await boot((builder) =>
      builder.overrideProvider(Orders).useClass(DecoratedFakeOrders),
    );

    const result = await (await McpTestClient.inMemory(app)).callTool('find_order');
    await app.close();

    expect(resultText(result)).toBe('fake order');
  });

  it('offer only what they are decorated with themselves', async () => {
    const app = await boot((builder) => builder.overrideProvider(Orders).useClass(FakeOrders));

    const { tools } = app.get(McpRegistry);
    await app.close();

    expect(tools).toEqual([]);
  });

  it('may be values of the same class', async () => {
    const orders = new Orders({ find: () => 'row of a value' });
    const app = await boot((builder) => builder.overrideProvider(Orders).useValue(orders));

    const result = await (await McpTestClient.inMemory(app)).callTool('find_order');
    await app.close();

    expect(resultText(result)).toBe('row of a value');
  });
});
