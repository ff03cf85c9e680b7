import { ErrorCode } from './error-codes.js';

/** What 2026-07-28 lets servers send out of the range it keeps for itself. */
const OF_THE_SPECIFICATION = [-32020, -32021, -32022];

describe('ErrorCode', () => {
  it('gives each failure a code of its own', () => {
    const codes = Object.values(ErrorCode);

    expect(new Set(codes).size).toBe(codes.length);
  });

  it('takes no code of the range that 2026-07-28 closed, but for the old one of a refused read', () => {
    const closed = Object.values(ErrorCode).filter((code) => code <= -32020 && code >= -32099);

    expect(closed.toSorted((a, b) => b - a)).toEqual([...OF_THE_SPECIFICATION, -32090]);
  });
});
