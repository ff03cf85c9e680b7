import { describeIssues } from './describe-issues.js';

describe('describeIssues', () => {
  it('writes one line a field, without repeating its name', () => {
    const text = describeIssues([
      { path: 'number', message: 'number must be a string' },
      { path: 'items.0.qty', message: 'qty must not be less than 1' },
      { path: 'items.0.qty', message: 'qty must be an integer number' },
      { path: 'items.0.qty', message: 'qty must be an integer number' },
      { path: '', message: 'must be an object' },
    ]);
    expect(text.split('\n')).toEqual([
      'number: must be a string',
      'items.0.qty: must not be less than 1; must be an integer number',
      'must be an object',
    ]);
  });

  it('counts what would be too long to read', () => {
    const issues = Array.from({ length: 60 }, (_, index) => ({
      path: `f${index}`,
      message: 'is wrong',
    }));
    const lines = describeIssues(issues).split('\n');
    expect(lines).toHaveLength(51);
    expect(lines.at(-1)).toBe('… and 10 more');
  });
});

it('leaves out a subject that ends in a colon as well', () => {
  const text = describeIssues([{ path: 'user.name', message: 'name: expected string' }]);

  expect(text).toBe('user.name: expected string');
});
