import { ServedRevisions } from '../protocol/revisions/served-revisions.js';
import { resolveModernRevision } from './resolve-modern-revision.js';

const envelope = (protocolVersion: string) => ({
  protocolVersion,
  clientCapabilities: {},
  clientInfo: undefined,
  logLevel: undefined,
});

describe('resolveModernRevision', () => {
  it('finds the revision that an envelope names', () => {
    expect(resolveModernRevision(envelope('2026-07-28'), new ServedRevisions()).version).toBe(
      '2026-07-28',
    );
  });

  it.each(['2099-01-01', '2025-11-25', '', '__proto__'])(
    'refuses "%s", naming what is served',
    (version) => {
      expect(() => resolveModernRevision(envelope(version), new ServedRevisions())).toThrow(
        expect.objectContaining({
          code: -32022,
          data: { supported: ['2026-07-28'], requested: version },
        }),
      );
    },
  );

  it('refuses a revision that is known but not served', () => {
    const legacyOnly = new ServedRevisions(['2025-11-25']);

    expect(() => resolveModernRevision(envelope('2026-07-28'), legacyOnly)).toThrow(
      expect.objectContaining({ data: { supported: [], requested: '2026-07-28' } }),
    );
  });
});
