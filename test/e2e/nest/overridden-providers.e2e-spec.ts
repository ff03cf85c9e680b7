import type {
  CallHandler,
  CanActivate,
  ExceptionFilter,
  ExecutionContext,
  NestInterceptor,
  PipeTransform,
} from '@nestjs/common';
import {
  Catch,
  Injectable,
  Module,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import type { TestingModuleBuilder } from '@nestjs/testing';
import { Test } from '@nestjs/testing';
import type { Authorizer } from 'nest-mcp';
import { allowAll, allowlist, deny, McpModule, McpRegistry, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import type { Observable } from 'rxjs';
import { map } from 'rxjs';
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

@Injectable()
class Closed implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

@Injectable()
class Frame implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value) => `[${value}]`));
  }
}

@Injectable()
class Shout implements PipeTransform {
  transform(value: { text: string }): { text: string } {
    return { text: value.text.toUpperCase() };
  }
}

@Catch()
@Injectable()
class Excuse implements ExceptionFilter {
  catch(): string {
    return 'sorry';
  }
}

@Injectable()
class Echo {
  @McpTool({ input: { type: 'object', properties: { text: { type: 'string' } } } })
  @UseGuards(Closed)
  @UseInterceptors(Frame)
  @UsePipes(Shout)
  @UseFilters(Excuse)
  echo({ text }: { text: string }): string {
    if (text === 'fail') throw new Error('secret');
    return text;
  }
}

class StrictAuthorizer implements Authorizer {
  authorize() {
    return deny('closed');
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'real', authorizer: StrictAuthorizer })],
  providers: [StrictAuthorizer],
})
class ServerModule {}

@Module({
  imports: [McpModule.forRoot({ name: 'stand-in', authorizer: allowlist(['echo']) })],
})
class StandInModule {}

describe('enhancers and modules overridden in a test', () => {
  const open = { canActivate: () => true };
  const bare = { intercept: (_: unknown, next: CallHandler) => next.handle() };
  const same = { transform: (value: unknown) => value };
  const filter = { catch: () => 'overridden' };

  const call = async (
    override: (builder: TestingModuleBuilder) => TestingModuleBuilder,
    args: { text: string } = { text: 'hi' },
  ) => {
    const builder = Test.createTestingModule({
      imports: [ServerModule],
      providers: [Echo, Closed, Frame, Shout, Excuse],
    });
    const app = await override(builder).compile();
    await app.init();
    const client = await McpTestClient.inMemory(app);
    const result = await client.callTool('echo', args);
    await app.close();
    return resultText(result);
  };

  const allowed = (builder: TestingModuleBuilder) =>
    builder.overrideProvider(StrictAuthorizer).useValue(allowAll());

  it('is a policy', async () => {
    expect(await call((builder) => builder)).toContain('closed');
    expect(await call((builder) => allowed(builder).overrideGuard(Closed).useValue(open))).toBe(
      '[HI]',
    );
  });

  it('is a whole module', async () => {
    const override = (builder: TestingModuleBuilder) =>
      builder
        .overrideModule(ServerModule)
        .useModule(StandInModule)
        .overrideGuard(Closed)
        .useValue(open);

    expect(await call(override)).toBe('[HI]');
  });

  it('is an interceptor, a pipe and a filter', async () => {
    const override = (builder: TestingModuleBuilder) =>
      allowed(builder)
        .overrideGuard(Closed)
        .useValue(open)
        .overrideInterceptor(Frame)
        .useValue(bare)
        .overridePipe(Shout)
        .useValue(same)
        .overrideFilter(Excuse)
        .useValue(filter);

    expect(await call(override)).toBe('hi');
    expect(await call(override, { text: 'fail' })).toContain('overridden');
  });
});
