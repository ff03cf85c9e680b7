import { jest } from '@jest/globals';
import type { Authorizer, Decision } from 'nest-mcp';
import { allow, ask, deny, denyAll } from 'nest-mcp';
import { CountedTool } from '../../support/counted-tool.js';
import { DirectPeer, refusal, said } from '../../support/direct-peer.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { HeldTool } from '../../support/held-tool.js';
import { settled } from '../../support/settled.js';
import type { Stages } from '../../support/staged-tool.js';
import { stagedTool } from '../../support/staged-tool.js';

/** A call of a staged tool by somebody who can be asked, and the stages it went through. */
async function callStaged(decision: Decision, stages: Stages = {}) {
  const trail: string[] = [];
  const authorizer: Authorizer = {
    authorize: () => {
      trail.push('policy');
      return decision;
    },
  };
  const bench = await createBench({ authorizer });
  bench.registry.catalogue.add({ tools: [stagedTool('pay', trail, stages)] });
  const peer = await DirectPeer.askable(bench, 'a');
  const { response } = await peer.park('pay', { sum: 1 });
  return { bench, peer, trail, response };
}

describe('the order of checks of a tool call', () => {
  it('is policy, guards, validation, then the tool', async () => {
    const { trail, response } = await callStaged(allow());

    expect(said(await response)).toBe('done');
    expect(trail).toEqual(['policy', 'guard', 'validation', 'handler']);
  });

  it('puts the person between validation and the tool', async () => {
    const { peer, trail, response } = await callStaged(ask('Pay?'));

    expect(trail).toEqual(['policy', 'guard', 'validation']);
    await peer.answer();
    expect(said(await response)).toBe('done');
    expect(trail).toEqual(['policy', 'guard', 'validation', 'handler']);
  });

  it('runs no guard and no validation for a denied call', async () => {
    const { trail, response } = await callStaged(deny('no'));

    expect(said(await response)).toBe(refusal('pay', 'deny', 'no'));
    expect(trail).toEqual(['policy']);
  });

  it('asks nobody about a call that a guard refuses', async () => {
    const guard = () => {
      throw new Error('not you');
    };
    const { peer, trail, response } = await callStaged(ask('Pay?'), { guard });

    expect(said(await response)).toMatch(/^Error \(reference /);
    expect(peer.prompts).toEqual([]);
    expect(trail).toEqual(['policy', 'guard']);
  });

  it('asks nobody about a call with arguments that do not fit', async () => {
    const { peer, trail, response } = await callStaged(ask('Pay?'), { isValid: false });

    expect(said(await response)).toContain('must be integer');
    expect(peer.prompts).toEqual([]);
    expect(trail).toEqual(['policy', 'guard', 'validation']);
  });

  it('asks no policy about a call that is not well-formed', async () => {
    const authorize = jest.fn(() => allow());
    const bench = await createBench({ authorizer: { authorize } });
    const peer = new DirectPeer(bench, 'a');

    const replies = [
      await peer.ask('tools/call'),
      await peer.ask('tools/call', { name: 7 }),
      await peer.ask('tools/call', { name: 'pay', arguments: [] }),
    ];

    expect(replies).toMatchObject([1, 2, 3].map(() => ({ error: { code: -32602 } })));
    expect(authorize).not.toHaveBeenCalled();
  });

  it('asks no policy when no slot is free', async () => {
    const held = new HeldTool('hold');
    const authorize = jest.fn(() => allow());
    const bench = await createBench({
      tools: [held.definition],
      authorizer: { authorize },
      limits: { maxInFlight: 1 },
    });
    const peer = new DirectPeer(bench, 'a');
    const first = peer.call('hold');
    await settled();

    expect(said(await peer.call('hold').response)).toContain('server_busy');
    expect(authorize).toHaveBeenCalledTimes(1);
    held.finishAll();
    await first.response;
  });

  it('denies a sensitive tool without a policy before guards and validation', async () => {
    const trail: string[] = [];
    const bench = await createBench();
    const annotations = { destructiveHint: true };
    bench.registry.catalogue.add({ tools: [{ ...stagedTool('wipe', trail), annotations }] });

    const reply = await new DirectPeer(bench, 'a').call('wipe').response;

    expect(said(reply)).toBe(refusal('wipe', 'deny', 'sensitive_tool_unguarded'));
    expect(trail).toEqual([]);
  });

  it('does not tell a denied caller whether the tool exists', async () => {
    const bench = await createBench({ tools: [new CountedTool('known')], authorizer: denyAll() });
    const peer = new DirectPeer(bench, 'a');

    const known = said(await peer.call('known').response);
    const unknown = said(await peer.call('other').response);

    expect(known).toBe(refusal('known', 'deny', 'denied'));
    expect(unknown).toBe(refusal('other', 'deny', 'denied'));
  });

  it('tells an allowed caller that the tool does not exist', async () => {
    const bench = await createBench({ authorizer: { authorize: allow } });

    const reply = await new DirectPeer(bench, 'a').call('other').response;

    expect(said(reply)).toBe('error -32601 Tool not found: other');
  });

  it('asks nobody about a tool that does not exist', async () => {
    const bench = await createBench({ authorizer: { authorize: () => ask('Run it?') } });
    const peer = await DirectPeer.askable(bench, 'a');

    expect(said(await peer.call('other').response)).toBe('error -32601 Tool not found: other');
    expect(peer.prompts).toEqual([]);
  });

  it.each([[undefined], [null], [{}]])('gives the tool {} for arguments %j', async (args) => {
    const tool = new CountedTool('count');
    const bench = await createBench({ tools: [tool] });

    await new DirectPeer(bench, 'a').ask('tools/call', { name: 'count', arguments: args });

    expect(tool.calls).toEqual([{}]);
  });
});
