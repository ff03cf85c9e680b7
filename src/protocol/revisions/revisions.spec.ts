import { ASSUMED_LEGACY_REVISION, REVISIONS } from './revisions.js';

const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Which revisions have which request methods of clients. */
const AVAILABILITY: Readonly<Record<string, readonly string[]>> = {
  initialize: LEGACY,
  ping: LEGACY,
  'server/discover': ['2026-07-28'],
  'tools/list': ['2026-07-28', ...LEGACY],
  'tools/call': ['2026-07-28', ...LEGACY],
  'resources/list': ['2026-07-28', ...LEGACY],
  'resources/templates/list': ['2026-07-28', ...LEGACY],
  'resources/read': ['2026-07-28', ...LEGACY],
  'resources/subscribe': LEGACY,
  'resources/unsubscribe': LEGACY,
  'subscriptions/listen': ['2026-07-28'],
  'prompts/list': ['2026-07-28', ...LEGACY],
  'prompts/get': ['2026-07-28', ...LEGACY],
  'completion/complete': ['2026-07-28', ...LEGACY],
  'logging/setLevel': LEGACY,
  'tasks/get': ['2026-07-28', '2025-11-25'],
  'tasks/result': ['2025-11-25'],
  'tasks/update': ['2026-07-28'],
  'tasks/cancel': ['2026-07-28', '2025-11-25'],
  'tasks/list': ['2025-11-25'],
};

describe('the revisions', () => {
  it('are five, newest first', () => {
    expect(REVISIONS.map(({ version }) => version)).toEqual(['2026-07-28', ...LEGACY]);
  });

  it('are all legacy but the newest', () => {
    expect(REVISIONS.map(({ era }) => era)).toEqual([
      'modern',
      'legacy',
      'legacy',
      'legacy',
      'legacy',
    ]);
  });

  it.each(Object.entries(AVAILABILITY))('have %s where it exists', (method, versions) => {
    const having = REVISIONS.filter(({ requests }) => requests.has(method));

    expect(having.map(({ version }) => version)).toEqual(versions);
  });

  it.each(REVISIONS)('have no other request in $version', ({ requests }) => {
    const known = Object.keys(AVAILABILITY);

    expect([...requests].filter((method) => !known.includes(method))).toEqual([]);
  });

  it('differ in what may be structured', () => {
    expect(REVISIONS.map(({ structuredContent }) => structuredContent)).toEqual([
      'any',
      'object',
      'object',
      'none',
      'none',
    ]);
  });

  it('differ in the code of an unknown resource', () => {
    expect(REVISIONS.map(({ codes }) => codes.unknownResource)).toEqual([
      -32602, -32002, -32002, -32002, -32002,
    ]);
  });

  it('differ in the code of an unknown tool', () => {
    expect(REVISIONS.map(({ codes }) => codes.unknownTool)).toEqual([
      -32602, -32601, -32601, -32601, -32601,
    ]);
  });

  it('differ in the code of a refused read', () => {
    expect(REVISIONS.map(({ codes }) => codes.readDenied)).toEqual([
      -33090, -32090, -32090, -32090, -32090,
    ]);
  });

  it('could not declare completion in the first one', () => {
    const declaring = REVISIONS.filter(({ capabilities }) => capabilities.has('completions'));

    expect(declaring.map(({ version }) => version)).not.toContain('2024-11-05');
    expect(declaring).toHaveLength(4);
  });

  it('differ in what outlives a request', () => {
    expect(REVISIONS.map(({ tasks }) => tasks)).toEqual([
      'extension',
      'core',
      'none',
      'none',
      'none',
    ]);
  });

  it('have tasks as a capability where they are no extension', () => {
    const declaring = REVISIONS.filter(({ capabilities }) => capabilities.has('tasks'));

    expect(declaring.map(({ version }) => version)).toEqual(['2025-11-25']);
  });

  it('take a client of which nothing is known for one of 2025-03-26', () => {
    expect(ASSUMED_LEGACY_REVISION.version).toBe('2025-03-26');
  });
});
