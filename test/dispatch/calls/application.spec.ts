import { Injectable, Module, Scope } from '@nestjs/common';
import { McpDispatcher, McpTool } from 'nest-mcp';
import { bootContext } from '../../support/boot-app.js';
import { said } from '../../support/direct-peer.js';

let instances = 0;

@Injectable()
class Counters {
  private readonly start = 10;

  @McpTool({ description: 'Uses what its instance holds' })
  fromInstance(): number {
    return this.start;
  }
}

@Injectable({ scope: Scope.REQUEST })
class PerCall {
  private readonly instance = ++instances;

  @McpTool({ description: 'Tells which instance serves' })
  whichInstance(): number {
    return this.instance;
  }
}

@Module({ providers: [Counters, PerCall] })
class FeatureModule {}

@Module({ imports: [FeatureModule] })
class OuterModule {}

describe('decorated methods of an application', () => {
  const call = async (dispatcher: McpDispatcher, name: string) =>
    said(await dispatcher.handleMessage({ id: 1, method: 'tools/call', params: { name } }));

  it('are found in modules that modules import, and called on their instance', async () => {
    const app = await bootContext({ imports: [OuterModule] });

    expect(await call(app.get(McpDispatcher), 'from_instance')).toBe('10');
    await app.close();
  });

  it('of a request-scoped provider get an instance for each call', async () => {
    const app = await bootContext({ imports: [OuterModule] });
    const dispatcher = app.get(McpDispatcher);

    const first = await call(dispatcher, 'which_instance');
    const second = await call(dispatcher, 'which_instance');

    expect(Number(second)).toBe(Number(first) + 1);
    await app.close();
  });
});

describe('importing the module', () => {
  it('does not read standard input', async () => {
    const { stdin } = process;
    const before = { flowing: stdin.readableFlowing, listeners: stdin.listenerCount('data') };
    const app = await bootContext({ imports: [OuterModule] });

    expect({
      flowing: stdin.readableFlowing,
      listeners: stdin.listenerCount('data'),
    }).toEqual(before);
    await app.close();
  });
});
