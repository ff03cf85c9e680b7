import { PACKAGE_VERSION } from '../../../src/package-version.js';
import { DirectPeer } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';

describe('initialize', () => {
  it('tells the version, the capabilities and who the server is', async () => {
    const bench = await createBench({ version: '9.9' });

    expect(await new DirectPeer(bench, 'a').initialize()).toMatchObject({
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
        serverInfo: { name: 'bench', version: '9.9' },
      },
    });
  });

  it('tells the version of the package when the application has none', async () => {
    const bench = await createBench();

    expect(await new DirectPeer(bench, 'a').initialize()).toMatchObject({
      result: { serverInfo: { version: PACKAGE_VERSION } },
    });
  });

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'agrees on %s when the client asks for it',
    async (version) => {
      const bench = await createBench();

      expect(await new DirectPeer(bench, 'a').initialize({}, version)).toMatchObject({
        result: { protocolVersion: version },
      });
    },
  );

  it('never agrees on a revision without a handshake', async () => {
    const bench = await createBench();

    expect(await new DirectPeer(bench, 'a').initialize({}, '2026-07-28')).toMatchObject({
      result: { protocolVersion: '2025-11-25' },
    });
  });

  it('is not needed before other methods', async () => {
    const bench = await createBench();

    expect(await new DirectPeer(bench, 'a').ask('tools/list')).toMatchObject({
      result: { tools: [] },
    });
  });

  it('settles the revision for a request that follows at once', async () => {
    const bench = await createBench({ tools: [{ name: 't', title: 'T', handler: () => 'x' }] });
    const peer = new DirectPeer(bench, 'a');
    const handshake = peer.initialize({}, '2024-11-05');
    const list = peer.ask('tools/list');
    await handshake;

    expect(await list).toMatchObject({ result: { tools: [{ name: 't' }] } });
    expect(JSON.stringify(await list)).not.toContain('title');
  });

  it('cannot be cancelled by the client', async () => {
    const bench = await createBench();
    const peer = new DirectPeer(bench, 'a');
    const handshake = peer.initialize();
    await peer.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    });

    expect(await handshake).toMatchObject({ id: 1, result: {} });
  });
});

describe('methods that are answered at once', () => {
  it('answer while every slot is taken', async () => {
    const held = new HeldTool();
    const bench = await createBench({ tools: [held.definition], limits: { maxInFlight: 1 } });
    const peer = new DirectPeer(bench, 'a');
    const call = peer.call('held');
    await settled();
    expect(bench.dispatcher.snapshot().inFlight).toBe(1);

    expect(await peer.ask('ping')).toMatchObject({ result: {} });
    expect(await peer.initialize()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    expect(await peer.ask('tools/list')).toMatchObject({ result: { tools: [{ name: 'held' }] } });
    held.finishAll();
    await call.response;
  });

  it('answer in the order they were asked, ahead of a slow tool', async () => {
    const held = new HeldTool();
    const bench = await createBench({ tools: [held.definition] });
    const peer = new DirectPeer(bench, 'a');
    const order: string[] = [];
    const tell = (name: string) => () => void order.push(name);
    const all = [
      peer.call('held').response.then(tell('tool')),
      peer.ask('ping').then(tell('ping 1')),
      peer.initialize().then(tell('initialize')),
      peer.ask('ping').then(tell('ping 2')),
    ];
    await settled();
    held.finishAll();
    await Promise.all(all);

    expect(order).toEqual(['ping 1', 'initialize', 'ping 2', 'tool']);
  });
});
