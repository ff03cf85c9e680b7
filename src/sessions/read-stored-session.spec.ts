import fc from 'fast-check';
import { storedSession } from '../../test/support/stored-session.js';
import type { RecordUpgrade } from './read-stored-session.js';
import { readStoredSession } from './read-stored-session.js';

const WHOLE = storedSession({ server: 'admin' });

describe('a record of a store', () => {
  it('is read as it was written', () => {
    expect(readStoredSession(WHOLE, 'a')).toEqual(WHOLE);
  });

  it('may lack what a session need not have', () => {
    const { v, id, protocolVersion, clientCapabilities, isInitialized, state, subscriptions } =
      WHOLE;
    const least = {
      v,
      id,
      protocolVersion,
      clientCapabilities,
      isInitialized,
      state,
      subscriptions,
    };

    expect(readStoredSession(least, 'a')).toStrictEqual(least);
  });

  it('loses members that mean nothing here', () => {
    expect(readStoredSession({ ...WHOLE, future: 1 }, 'a')).toEqual(WHOLE);
  });

  it.each([
    ['newer', { v: 2 }, 'version (v) is 2'],
    ['of no version', { v: undefined }, 'version (v) is undefined'],
    ['of a version that is no number', { v: '1' }, 'version (v) is 1'],
    ['of another session', { id: 'b' }, 'another id'],
    ['with a wrong server', { server: 1 }, 'server'],
    ['with a wrong owner', { ownerKey: 1 }, 'ownerKey'],
    ['without a revision', { protocolVersion: undefined }, 'protocolVersion'],
    ['without capabilities', { clientCapabilities: null }, 'clientCapabilities'],
    ['without the flag', { isInitialized: 'yes' }, 'isInitialized'],
    ['with a level that is none', { logLevel: 'loud' }, 'logLevel'],
    ['with an empty page', { pageSize: 0 }, 'pageSize'],
    ['with part of a page', { pageSize: 1.5 }, 'pageSize'],
    ['with a page that is no number', { pageSize: '7' }, 'pageSize'],
    ['with a list of tags', { tags: ['a'] }, 'tags'],
    ['with a tag that is no text', { tags: { tenant: 1 } }, 'tags'],
    ['with a list for a state', { state: [] }, 'state'],
    ['with subscriptions that are no texts', { subscriptions: [1] }, 'subscriptions'],
  ])('that is %s cannot be read', (_what, change, message) => {
    expect(() => readStoredSession({ ...WHOLE, ...change }, 'a')).toThrow(message);
  });

  it('that is older is brought up to date, step by step', () => {
    const old = { ...WHOLE, v: -1, logLevel: undefined, level: 'error' };
    const upgrades = new Map<number, RecordUpgrade>([
      [-1, ({ level, ...rest }) => ({ ...rest, v: 0, threshold: level })],
      [0, ({ threshold, ...rest }) => ({ ...rest, v: 1, logLevel: threshold })],
    ]);

    expect(readStoredSession(old, 'a', upgrades)).toEqual(WHOLE);
  });

  it('can be anything, and is read or refused', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record(WHOLE_OR_ANYTHING)), (record) => {
        const failure = failureOf(() => expect(readStoredSession(record, 'a').id).toBe('a'));

        expect([undefined, 'TypeError']).toContain(failure);
      }),
    );
  });
});

const WHOLE_OR_ANYTHING = Object.fromEntries(
  Object.entries(WHOLE).map(([key, value]) => [
    key,
    fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, fc.anything()),
  ]),
) as Record<string, fc.Arbitrary<unknown>>;

/** Name of the error that `work` throws. */
function failureOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (thrown) {
    return (thrown as Error).name;
  }
}
