import { Module } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { denyAll, McpDispatcher, McpRegistry, McpTool } from 'nest-mcp';
import { bootContext } from '../../support/boot-app.js';
import { said } from '../../support/direct-peer.js';

let refunds = 0;

class RefundsService {
  @McpTool({ description: 'Refund an order' })
  refund(): string {
    refunds++;
    return 'refunded';
  }
}

/** What another surface of the application does to run a tool. */
const throughDoor = (app: TestingModule) =>
  app
    .get(McpDispatcher)
    .handleMessage(
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'refund' } },
      'rest',
      { timeoutMs: 30_000 },
    );

@Module({ providers: [RefundsService] })
class RefundsModule {}

describe('a tool behind another door of the application', () => {
  beforeEach(() => {
    refunds = 0;
  });

  it('runs when the policy allows it', async () => {
    const app = await bootContext({ imports: [RefundsModule] });

    expect(said(await throughDoor(app))).toBe('refunded');
    await app.close();
  });

  it('does not run when the policy denies it', async () => {
    const app = await bootContext({ imports: [RefundsModule] }, { authorizer: denyAll() });

    expect(said(await throughDoor(app))).toContain('authorization_required');
    expect(refunds).toBe(0);
    await app.close();
  });

  it('does not run when the server has stopped', async () => {
    const app = await bootContext({ imports: [RefundsModule] });
    await app.close();

    expect(await throughDoor(app)).toMatchObject({ error: { message: 'The server is stopping' } });
    expect(refunds).toBe(0);
  });

  it('counts as a connection of its own', async () => {
    const app = await bootContext({ imports: [RefundsModule] });
    const held: (() => void)[] = [];
    await app
      .get(McpRegistry)
      .registerTools([
        { name: 'hold', handler: () => new Promise<void>((resolve) => held.push(resolve)) },
      ]);
    const dispatcher = app.get(McpDispatcher);
    const full = Array.from({ length: 16 }, (_, id) =>
      dispatcher.handleMessage({ id, method: 'tools/call', params: { name: 'hold' } }, 'agent'),
    );

    expect(said(await throughDoor(app))).toBe('refunded');
    for (const release of held) release();
    await Promise.all(full);
    await app.close();
  });
});
