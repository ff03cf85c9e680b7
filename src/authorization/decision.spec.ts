import { allow, ask, deny, readDecision } from './decision.js';

describe('readDecision', () => {
  it.each([[allow()], [ask('Pay?')], [deny('no')], [deny('')]])('reads %j', (decision) => {
    expect(readDecision(decision)).toEqual(decision);
  });

  it('keeps nothing but what it knows', () => {
    const decisions = [
      { kind: 'allow', reason: 'x' },
      { kind: 'ask', prompt: 'Pay?', reason: 'x' },
      { kind: 'deny', reason: 'no', prompt: 'x' },
    ];

    expect(decisions.map(readDecision)).toEqual([allow(), ask('Pay?'), deny('no')]);
  });

  it.each([
    [undefined],
    [null],
    [true],
    ['allow'],
    [[]],
    [{}],
    [{ kind: 'maybe' }],
    [{ kind: true }],
    [{ kind: 'ask' }],
    [{ kind: 'ask', prompt: '' }],
    [{ kind: 'ask', prompt: 7 }],
    [{ kind: 'deny' }],
    [{ kind: 'deny', reason: null }],
  ])('gives nothing for %j', (value) => {
    expect(readDecision(value)).toBeUndefined();
  });
});

describe('the decision to allow', () => {
  it('is one that nobody can change', () => {
    expect(Object.isFrozen(allow())).toBe(true);
  });
});
