import type { ClientOptions } from '@modelcontextprotocol/client';
import { EXPECTED, type ExpectedRevision } from './expected-revision.js';

/** A way to configure the client, and the revision it must end up with. */
export interface ClientMode {
  readonly mode: string;
  readonly options: ClientOptions;
  readonly expected: ExpectedRevision;
}

const offering = (expected: ExpectedRevision): ClientMode => ({
  mode: `offering only ${expected.version}`,
  options: { supportedProtocolVersions: [expected.version] },
  expected,
});

export const CLIENT_MODES: readonly ClientMode[] = [
  { mode: 'by default', options: {}, expected: EXPECTED['2025-11-25'] },
  {
    mode: 'negotiating',
    options: { versionNegotiation: { mode: 'auto' } },
    expected: EXPECTED['2026-07-28'],
  },
  {
    mode: 'pinned to 2026-07-28',
    options: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    expected: EXPECTED['2026-07-28'],
  },
  offering(EXPECTED['2025-11-25']),
  offering(EXPECTED['2025-06-18']),
  offering(EXPECTED['2025-03-26']),
  offering(EXPECTED['2024-11-05']),
];
