import type { Provider } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { McpDispatcher, McpTool } from 'nest-mcp';
import { bootContext } from '../../support/boot-app.js';
import { refusal } from '../../support/direct-peer.js';

@Injectable()
class Greeter {
  @McpTool()
  greet(): string {
    return 'hello';
  }
}

describe('a call before the application’s authorizer exists', () => {
  it('is denied', async () => {
    const early: unknown[] = [];
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'greet' } };
    const impatient: Provider = {
      provide: 'impatient',
      inject: [McpDispatcher],
      useFactory: async (dispatcher: McpDispatcher) => {
        early.push(await dispatcher.handleMessage(call));
      },
    };
    const app = await bootContext({ providers: [Greeter, impatient] });
    await app.close();

    expect(early).toMatchObject([
      { result: { content: [{ text: refusal('greet', 'deny', 'the server is starting') }] } },
    ]);
  });
});
