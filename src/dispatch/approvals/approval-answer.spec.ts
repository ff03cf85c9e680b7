import { isElicitResult, readApprovalAnswer } from './approval-answer.js';

describe('readApprovalAnswer', () => {
  it('says yes to accept with approve: true alone', () => {
    expect(readApprovalAnswer({ action: 'accept', content: { approve: true } })).toEqual({
      approved: true,
    });
  });

  it.each<[unknown, string]>([
    [{ action: 'accept' }, 'user accept'],
    [{ action: 'accept', content: null }, 'user accept'],
    [{ action: 'accept', content: [true] }, 'user accept'],
    [{ action: 'accept', content: { approve: 'true' } }, 'user accept'],
    [{ action: 'accept', content: { approve: 1 } }, 'user accept'],
    [{ action: 'accept', content: { approved: true } }, 'user accept'],
    [{ action: 'accept', approve: true }, 'user accept'],
    [{ action: 'decline', content: { approve: true } }, 'user decline'],
    [{ action: 'cancel', content: { approve: true } }, 'user cancel'],
    [{ action: 'Accept', content: { approve: true } }, 'user declined'],
    [{ action: ['accept'], content: { approve: true } }, 'user declined'],
    [{ content: { approve: true } }, 'user declined'],
    [{}, 'user declined'],
    [undefined, 'user declined'],
    [null, 'user declined'],
    ['accept', 'user declined'],
    [[], 'user declined'],
  ])('says no to %j: %s', (result, detail) => {
    expect(readApprovalAnswer(result)).toEqual({ approved: false, detail });
  });
});

describe('isElicitResult', () => {
  it.each([
    [{ action: 'accept' }, true],
    [{ action: 'decline' }, true],
    [{ action: 'cancel', content: {} }, true],
    [{ action: 'other' }, false],
    [{}, false],
    ['accept', false],
    [null, false],
  ])('of %j is %j', (value, expected) => {
    expect(isElicitResult(value)).toBe(expected);
  });
});
