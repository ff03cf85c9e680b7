import { REVISIONS } from '../protocol/revisions/revisions.js';
import type { ServerSummary } from './server-summary.js';
import { summarise } from './server-summary.js';

const SHOP: ServerSummary = {
  name: 'shop',
  version: '1.4.0',
  id: undefined,
  transports: ['Streamable HTTP at /mcp'],
  unreachable: 'http: false',
  revisions: REVISIONS.map(({ version }) => version),
  capabilities: new Set(['tools', 'resources', 'prompts']),
  counts: { tools: 5, resources: 1, resourceTemplates: 2, prompts: 0, skills: undefined },
};

const said = (changes: Partial<ServerSummary>) => summarise({ ...SHOP, ...changes });

describe('the line about a server that has started', () => {
  it('says what it is, where, in which revisions, and what it offers', () => {
    expect(said({})).toBe(
      'Server "shop" 1.4.0: Streamable HTTP at /mcp; revisions 2024-11-05 to 2026-07-28; ' +
        '5 tools, 1 resource, 2 resource templates',
    );
  });

  it.each([
    ['tells servers of one application apart', { id: 'admin' }, '1.4.0 (id "admin"): '],
    ['says why nothing reaches it', { transports: [] }, ': no transport (http: false); '],
    ['lists transports', { transports: ['a', 'b'] }, ': a, b; '],
    ['names one revision', { revisions: ['2025-11-25'] }, '; revision 2025-11-25; '],
    [
      'lists some revisions, oldest first',
      { revisions: ['2026-07-28', '2025-11-25'] },
      '; revisions 2025-11-25, 2026-07-28; ',
    ],
    [
      'names tools although there are none',
      { counts: { tools: 0, resources: 0, resourceTemplates: 0, prompts: 1, skills: 3 } },
      '; 0 tools, 1 prompt, 3 skills',
    ],
  ])('%s', (_, changes, expected) => {
    expect(said(changes)).toContain(expected);
  });

  it('says nothing of tools where they are switched off', () => {
    const counts = { tools: 0, resources: 0, resourceTemplates: 0, prompts: 0, skills: undefined };
    expect(said({ capabilities: new Set(), counts })).toMatch(/; nothing offered$/);
  });
});
