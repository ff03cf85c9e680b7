import fc from 'fast-check';
import { SessionState } from './session-state.js';

describe('the state of a session', () => {
  it('has what a callback wrote once it has succeeded, and not before', () => {
    const state = new SessionState();
    const draft = state.draft();
    draft.set('cart', ['book']);

    expect(draft.get('cart')).toEqual(['book']);
    expect(state.toObject()).toEqual({});
    draft.commit();
    expect(state.toObject()).toEqual({ cart: ['book'] });
  });

  it('loses nothing of callbacks that overlap but write other keys', () => {
    const state = new SessionState();
    const drafts = [state.draft(), state.draft()];
    drafts[0]!.set('a', 1);
    drafts[1]!.set('b', 2);

    drafts[1]!.commit();
    drafts[0]!.commit();

    expect(state.toObject()).toEqual({ a: 1, b: 2 });
  });

  it('has the value of whoever succeeds last', () => {
    const state = new SessionState();
    const drafts = [state.draft(), state.draft()];
    drafts[0]!.set('a', 'first');
    drafts[1]!.set('a', 'second');

    drafts[1]!.commit();
    drafts[0]!.commit();

    expect(state.toObject()).toEqual({ a: 'first' });
  });

  it('is for a callback what it was when that began', () => {
    const state = new SessionState();
    const reader = state.draft();
    const writer = state.draft();
    writer.set('a', 1);
    writer.commit();

    expect(reader.has('a')).toBe(false);
    expect(state.draft().get('a')).toBe(1);
  });

  it('keeps a value that is there', () => {
    const draft = new SessionState().draft();

    expect(draft.setIfAbsent('a', 1)).toBe(1);
    expect(draft.setIfAbsent('a', 2)).toBe(1);
  });

  it('takes undefined for a value, which is there', () => {
    const draft = new SessionState().draft();
    draft.set('a', undefined);

    expect([draft.has('a'), draft.setIfAbsent('a', 1)]).toEqual([true, undefined]);
  });

  it('forgets what is deleted', () => {
    const state = new SessionState();
    const writer = state.draft();
    writer.set('a', 1);
    writer.commit();
    const draft = state.draft();
    draft.delete('a');

    expect([draft.has('a'), draft.get('a'), draft.toObject()]).toEqual([false, undefined, {}]);
    draft.commit();
    expect(state.toObject()).toEqual({});
  });

  it('writes each change once', () => {
    let merges = 0;
    const state = new SessionState(() => {
      merges++;
    });
    const draft = state.draft();
    draft.set('a', 1);
    draft.commit();
    const other = state.draft();
    other.set('a', 2);
    other.commit();

    expect(draft.get('a')).toBe(1);
    draft.commit();

    expect(draft.get('a')).toBe(2);
    expect(state.toObject()).toEqual({ a: 2 });
    expect(merges).toBe(2);
  });

  it('cannot be changed in place, nor by whoever wrote it', () => {
    const draft = new SessionState().draft();
    const given = { items: [{ sku: 'a' }] };
    draft.set('cart', given);
    given.items[0]!.sku = 'b';
    const kept = draft.get('cart') as typeof given;

    expect(kept).toEqual({ items: [{ sku: 'a' }] });
    expect(() => kept.items.push({ sku: 'c' })).toThrow(TypeError);
    expect(() => Object.assign(kept.items[0]!, { sku: 'd' })).toThrow(TypeError);
  });

  it('keeps instances of classes as they are', () => {
    const draft = new SessionState().draft();
    const value = new Map([['a', 1]]);
    draft.set('map', value);

    expect(draft.get('map')).toBe(value);
    expect(Object.isFrozen(value)).toBe(false);
  });

  it('refuses what contains itself', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = [cycle];

    expect(() => new SessionState().draft().set('a', cycle)).toThrow(
      'session state cannot contain itself',
    );
  });

  it('may have one value in two places', () => {
    const shared = { a: 1 };
    const draft = new SessionState().draft();
    draft.set('a', [shared, shared]);

    expect(draft.get('a')).toEqual([{ a: 1 }, { a: 1 }]);
  });

  it.each(['__proto__', 'constructor', 'toString'])('may have a key %s', (key) => {
    const state = new SessionState();
    expect(state.draft().get(key)).toBeUndefined();
    const draft = state.draft();
    draft.set(key, 1);
    draft.commit();

    expect(Object.entries(state.toObject())).toEqual([[key, 1]]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it('is what a plain merge of the successful callbacks gives', () => {
    const key = fc.constantFrom('a', 'b', 'c');
    const write = fc.oneof(
      fc.record({ kind: fc.constant('set' as const), key, value: fc.nat(9) }),
      fc.record({ kind: fc.constant('delete' as const), key }),
      fc.record({ kind: fc.constant('setIfAbsent' as const), key, value: fc.nat(9) }),
    );
    const callback = fc.record({ writes: fc.array(write), succeeds: fc.boolean() });

    fc.assert(
      fc.property(fc.array(callback), (callbacks) => {
        const state = new SessionState();
        const model = new Map<string, number>();
        for (const { writes, succeeds } of callbacks) {
          const draft = state.draft();
          const copy = new Map(model);
          for (const action of writes) {
            if (action.kind === 'delete') {
              draft.delete(action.key);
              copy.delete(action.key);
            } else if (action.kind === 'set' || !copy.has(action.key)) {
              draft[action.kind](action.key, action.value);
              copy.set(action.key, action.value);
            }
          }
          expect(draft.toObject()).toEqual(Object.fromEntries(copy));
          if (!succeeds) continue;
          draft.commit();
          model.clear();
          for (const [name, value] of copy) model.set(name, value);
        }
        expect(state.toObject()).toEqual(Object.fromEntries(model));
      }),
    );
  });
});
