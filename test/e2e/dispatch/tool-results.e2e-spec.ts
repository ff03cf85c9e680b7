import { Injectable } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { EMPTY, of, throwError } from 'rxjs';
import { bootContext } from '../../support/boot-app.js';
import { ALL_REVISIONS } from '../../support/revisions.js';

/** Returns whatever a test put there. */
@Injectable()
class Returner {
  value: unknown;

  @McpTool()
  give(): unknown {
    return this.value;
  }
}

const text = (value: string) => [{ type: 'text', text: value }];
const block = { type: 'text', text: 'hello' };
const cycle: Record<string, unknown> = {};
cycle.self = cycle;

describe.each(ALL_REVISIONS)('what a tool returns, in %s,', (protocolVersion) => {
  let app: TestingModule;
  let client: McpTestClient;

  beforeAll(async () => {
    app = await bootContext({ providers: [Returner] });
    client = await McpTestClient.inMemory(app, { protocolVersion });
  });
  afterAll(() => app.close());

  function returning(value: unknown) {
    app.get(Returner).value = value;
    return client.callTool('give');
  }

  it.each([
    ['a string', 'hello', 'hello'],
    ['an empty string', '', ''],
    ['a number', 0, '0'],
    ['a boolean', false, 'false'],
    ['null', null, 'null'],
    ['an object', { a: 1, b: undefined }, '{"a":1}'],
    ['a list', [1, 2], '[1,2]'],
    ['a promise', Promise.resolve('later'), 'later'],
    ['an Observable of several values', of('first', 'last'), 'last'],
    ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ])('becomes text: %s', async (_what, value, expected) => {
    const result = await returning(value);

    expect(result.content).toEqual(text(expected));
    expect(result).not.toHaveProperty('isError');
    expect(result).not.toHaveProperty('structuredContent');
  });

  it.each([
    ['undefined', undefined],
    ['a promise of nothing', Promise.resolve()],
    ['an Observable without a value', EMPTY],
  ])('becomes no content: %s', async (_what, value) => {
    const result = await returning(value);

    expect(result.content).toEqual([]);
    expect(result).not.toHaveProperty('isError');
  });

  it.each([
    ['with content', { content: [block] }],
    ['without content', { content: [] }],
    ['of a failure', { content: [block], isError: true }],
  ])('stays as it is, being a result %s', async (_what, value) => {
    expect(await returning(value)).toMatchObject(value);
  });

  it.each([
    ['numbers', { content: [1, 2], total: 2 }],
    ['a page', { content: 'a page' }],
    ['something like a block', { content: [{ type: 'text', body: 'x' }] }],
    ['nothing, beside others', { content: [], total: 0 }],
    ['messages', { messages: ['a'] }],
  ])('is no result for having a member that holds %s', async (_what, value) => {
    expect((await returning(value)).content).toEqual(text(JSON.stringify(value)));
  });

  it.each([
    ['a bigint', 1n, 'TypeError'],
    ['a bigint inside', { n: 1n }, 'TypeError'],
    ['a cycle', cycle, 'TypeError'],
    ['a function', () => 'secret', 'TypeError'],
    ['a symbol', Symbol('secret'), 'TypeError'],
    ['a map', new Map([['secret', 1]]), 'TypeError'],
    ['an error that was not thrown', new Error('secret'), 'TypeError'],
    ['an Observable that fails', throwError(() => new RangeError('secret')), 'RangeError'],
  ])('that JSON cannot say is a failure of the tool: %s', async (_what, value, name) => {
    const result = await returning(value);

    expect(result.isError).toBe(true);
    expect(result.content).toEqual([
      { type: 'text', text: expect.stringMatching(`^${name} \\(reference [0-9a-f-]{36}\\)$`) },
    ]);
  });

  it.each([
    ['a bigint in its _meta', { content: [], _meta: { n: 1n } }],
    ['a cycle in its _meta', { content: [], _meta: cycle }],
  ])('is an error when it is a result that JSON cannot say, for %s', async (_what, value) => {
    app.get(Returner).value = value;
    const { response } = await client.exchange('tools/call', { name: 'give' });

    expect(response).toMatchObject({ error: { code: -32603 } });
  });

  it('is what a client on a network would read', async () => {
    const result = await returning({ content: [], _meta: { at: new Date(0), none: undefined } });

    expect(result._meta).toMatchObject({ at: '1970-01-01T00:00:00.000Z' });
    expect(result._meta).not.toHaveProperty('none');
  });
});
