import { denialOfError, denialOfResult } from './denial.js';
import { McpTestError } from './mcp-test.error.js';

const failed = (text: string) => ({ isError: true, content: [{ type: 'text', text }] });

describe('the denial in a result', () => {
  it.each(['deny', 'ask'] as const)('is what the policy said: %s', (decision) => {
    const payload = { error: 'authorization_required', tool: 'x', decision, detail: 'why' };

    expect(denialOfResult(failed(JSON.stringify(payload)))).toEqual({
      decision,
      detail: 'why',
      status: undefined,
    });
  });

  it.each(['Forbidden resource', 'Forbidden', 'Unauthorized'])('is %s of a guard', (words) => {
    expect(denialOfResult(failed(words))).toMatchObject({ detail: words, decision: undefined });
  });

  it.each([
    ['that succeeded', { content: [{ type: 'text', text: 'Forbidden' }] }],
    ['of a tool that is busy', failed('{"error":"server_busy"}')],
    ['of a tool that failed', failed('Forbidden fruit')],
    ['whose text is JSON but no object', failed('null')],
    ['without content', { isError: true }],
    ['that is none', undefined],
  ])('is not in one %s', (_, result) => {
    expect(denialOfResult(result)).toBeUndefined();
  });
});

describe('the denial in an error', () => {
  it.each([-32090, -33090])('is that of a read: %d', (code) => {
    const error = new McpTestError('resources/read failed', { code, data: { detail: 'why' } });

    expect(denialOfError(error)).toMatchObject({ detail: 'why' });
  });

  it.each([401, 403])('is that of the route: %d', (status) => {
    const error = new McpTestError('tools/list failed\n  more', { status });

    expect(denialOfError(error)).toMatchObject({ detail: 'tools/list failed', status });
  });

  it.each([
    new McpTestError('not found', { code: -32602, status: 200 }),
    new Error('Forbidden'),
    'Forbidden',
  ])('is not in %s', (error) => {
    expect(denialOfError(error)).toBeUndefined();
  });
});
