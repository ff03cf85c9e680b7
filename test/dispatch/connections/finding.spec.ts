import type { McpContext } from 'nest-mcp';
import type { DispatcherBench } from '../../support/dispatcher-bench.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { settled } from '../../support/settled.js';
import { StdioBench } from '../../support/stdio-bench.js';

/** Tells by which id its session is known, and whether its client is through with the handshake. */
const who = {
  name: 'who',
  handler: (_args: unknown, ctx: McpContext) => `${String(ctx.sessionId)} ${ctx.isInitialized}`,
};
const CALL = { name: 'who' };

interface Opened {
  readonly bench: DispatcherBench;
  /** Calls the tool. */
  call(): Promise<unknown>;
  leave(): Promise<void> | void;
}

const WAYS: readonly (readonly [string, () => Promise<Opened>])[] = [
  [
    'memory',
    async () => {
      const bench = await createBench({ tools: [who] });
      const wire = await MemoryWire.openOn(bench, '2025-11-25');
      const call = async () => (await wire.ask(1, 'tools/call', CALL))[0];
      return { bench, call, leave: () => wire.close() };
    },
  ],
  [
    'stdio',
    async () => {
      const stdio = await StdioBench.open({ tools: [who] });
      stdio.read();
      await stdio.initialize();
      const call = async () => {
        stdio.send({ id: 1, method: 'tools/call', params: CALL });
        return (await stdio.messages())[0];
      };
      const leave = async () => {
        stdio.input.end();
        await stdio.served;
      };
      return { bench: stdio.bench, call, leave };
    },
  ],
  [
    'direct',
    async () => {
      const bench = await createBench({ tools: [who] });
      const peer = new DirectPeer(bench, 'a');
      peer.listen();
      await peer.initialize();
      return { bench, call: () => peer.ask('tools/call', CALL), leave: () => peer.leave() };
    },
  ],
];

const textOf = (answer: unknown): string =>
  (answer as { result: { content: { text: string }[] } }).result.content[0]?.text ?? '';

describe.each(WAYS)('a session by %s', (_way, open) => {
  it('is found by the id that its requests give, and gone when it is over', async () => {
    const { bench, call, leave } = await open();
    const { sessions } = bench.dispatcher;
    const [id = ''] = textOf(await call()).split(' ');
    const session = sessions.get(id);

    expect(session).toMatchObject({ id, protocolVersion: '2025-11-25' });
    expect(sessions.list()).toEqual([session]);
    expect(sessions.count({ where: ({ transport }) => transport === session?.transport })).toBe(1);
    await leave();
    await settled();
    expect([sessions.get(id), sessions.size, session?.hasEnded]).toEqual([undefined, 0, true]);
  });
});

describe('a session whose client never says that it is initialized', () => {
  it('is served all the same', async () => {
    const bench = await createBench({ tools: [who] });
    const wire = await MemoryWire.openOn(bench, '2025-11-25');
    const [before] = await wire.ask(1, 'tools/call', CALL);
    await wire.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const [after] = await wire.ask(2, 'tools/call', CALL);

    expect([before, after].map(textOf)).toEqual([
      expect.stringMatching(/ false$/),
      expect.stringMatching(/ true$/),
    ]);
  });
});
