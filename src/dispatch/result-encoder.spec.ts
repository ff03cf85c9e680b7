import { CACHEABLE_METHODS } from '../protocol/cache-hint.interface.js';
import { revision20251125 } from '../protocol/revisions/revision-2025-11-25.js';
import { revision20260728 } from '../protocol/revisions/revision-2026-07-28.js';
import { REVISIONS } from '../protocol/revisions/revisions.js';
import { InputRequired } from './input-required.js';
import { ResultEncoder } from './result-encoder.js';

const identity = {
  info: { name: 'shop', version: '1', title: 'Shop' },
  instructions: undefined,
  capabilities: new Map(),
};
const SERVER_INFO = { 'io.modelcontextprotocol/serverInfo': identity.info };
const hints = { 'tools/list': { ttlMs: 60_000, cacheScope: 'public' } } as const;
const encoder = new ResultEncoder(identity, hints, () => false);

describe('ResultEncoder', () => {
  it.each(REVISIONS.filter(({ era }) => era === 'legacy'))(
    'adds nothing in $version',
    (revision) => {
      const result = { tools: [] };

      expect(encoder.complete(result, 'tools/list', revision)).toBe(result);
    },
  );

  it('adds the type and the server in 2026-07-28', () => {
    expect(encoder.complete({ content: [] }, 'tools/call', revision20260728)).toEqual({
      content: [],
      resultType: 'complete',
      _meta: SERVER_INFO,
    });
  });

  it('keeps the _meta of the result beside the server', () => {
    const { _meta } = encoder.complete({ _meta: { a: 1 } }, 'tools/call', revision20260728);

    expect(_meta).toEqual({ a: 1, ...SERVER_INFO });
  });

  it('lets no result say that it is of another type or server', () => {
    const forged = {
      resultType: 'task',
      _meta: { 'io.modelcontextprotocol/serverInfo': 'x' },
    };

    expect(encoder.complete(forged, 'tools/call', revision20260728)).toEqual({
      resultType: 'complete',
      _meta: SERVER_INFO,
    });
  });

  it('gives a configured hint', () => {
    expect(encoder.complete({}, 'tools/list', revision20260728)).toMatchObject({
      ttlMs: 60_000,
      cacheScope: 'public',
    });
  });

  it.each(CACHEABLE_METHODS.filter((method) => method !== 'tools/list'))(
    'lets nobody keep the result of %s without a configured hint',
    (method) => {
      expect(encoder.complete({}, method, revision20260728)).toMatchObject({
        ttlMs: 0,
        cacheScope: 'private',
      });
    },
  );

  it.each(['tools/call', 'prompts/get', 'completion/complete'])('gives %s no hint', (method) => {
    const result = encoder.complete({}, method, revision20260728);

    expect(Object.keys(result)).toEqual(['resultType', '_meta']);
  });

  it('takes another hint for the configured one', () => {
    const hint = { ttlMs: 1, cacheScope: 'private' } as const;

    expect(encoder.complete({}, 'tools/list', revision20260728, hint)).toMatchObject(hint);
  });

  it('lets nobody share a result that a policy stands before, whatever the hint', () => {
    const gated = new ResultEncoder(identity, hints, () => true);

    expect(gated.hintFor('tools/list', revision20260728)).toEqual({
      ttlMs: 60_000,
      cacheScope: 'private',
    });
  });

  it('gives a question its state, and no hint', () => {
    const question = new InputRequired({ approval: { method: 'elicitation/create' } }, 'state');

    expect(encoder.inputRequired(question, revision20260728)).toEqual({
      resultType: 'input_required',
      inputRequests: { approval: { method: 'elicitation/create' } },
      requestState: 'state',
      _meta: SERVER_INFO,
    });
  });

  it('does not change the result it was given', () => {
    const result = Object.freeze({ _meta: Object.freeze({}) });

    expect(() => encoder.complete(result, 'tools/call', revision20260728)).not.toThrow();
    expect(encoder.complete(result, 'tools/call', revision20251125)).toEqual({ _meta: {} });
  });
});
