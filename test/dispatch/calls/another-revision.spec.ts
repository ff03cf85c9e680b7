import { revision20251125 } from '../../../src/protocol/revisions/revision-2025-11-25.js';
import type { Revision } from '../../../src/protocol/revisions/revision.interface.js';
import { ServedRevisions } from '../../../src/protocol/revisions/served-revisions.js';
import { createBench } from '../../support/dispatcher-bench.js';
import { MemoryWire } from '../../support/memory-wire.js';

/** A revision that nothing in the package has heard of, under a name that clients may ask for. */
const OTHER: Revision = {
  ...revision20251125,
  version: '2025-06-18',
  requests: new Set([...revision20251125.requests].filter((method) => method !== 'ping')),
  codes: { ...revision20251125.codes, unknownTool: -32602 },
};

class WithOther extends ServedRevisions {
  override get legacy() {
    return super.legacy.map((revision) => (revision.version === OTHER.version ? OTHER : revision));
  }
}

describe('a revision is one object', () => {
  const open = async (protocolVersion: string) => {
    const bench = await createBench({ revisions: new WithOther() });
    const wire = MemoryWire.connectOn(bench, '2025-11-25');
    const params = { protocolVersion, capabilities: {} };
    return { wire, handshake: (await wire.ask(0, 'initialize', params))[0] };
  };
  const codeOf = async (wire: MemoryWire, method: string, params = {}) =>
    (await wire.ask(1, method, params))[0]?.error?.code as unknown;

  it('whose methods and codes are served, whatever its name', async () => {
    const { wire, handshake } = await open(OTHER.version);

    expect(handshake?.result.protocolVersion).toBe(OTHER.version);
    expect(await codeOf(wire, 'ping')).toBe(-32601);
    expect(await codeOf(wire, 'tools/call', { name: 'nowhere' })).toBe(-32602);
    expect((await wire.ask(2, 'tools/list'))[0]?.result).toEqual({ tools: [] });
  });

  it('that changes nothing for clients of the others', async () => {
    const { wire } = await open('2025-11-25');

    expect(await codeOf(wire, 'ping')).toBeUndefined();
    expect(await codeOf(wire, 'tools/call', { name: 'nowhere' })).toBe(-32601);
  });
});
