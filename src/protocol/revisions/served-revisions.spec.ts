import { McpConfigurationError } from '../mcp-configuration.error.js';
import { REVISIONS } from './revisions.js';
import { ServedRevisions } from './served-revisions.js';

describe('ServedRevisions', () => {
  it('are all five by default', () => {
    expect(new ServedRevisions().all).toEqual(REVISIONS);
  });

  it('are newest first in whatever order they are named', () => {
    const served = new ServedRevisions(['2024-11-05', '2026-07-28', '2025-06-18']);

    expect(served.all.map(({ version }) => version)).toEqual([
      '2026-07-28',
      '2025-06-18',
      '2024-11-05',
    ]);
  });

  it('are split by era', () => {
    const served = new ServedRevisions(['2024-11-05', '2026-07-28']);

    expect(served.legacy.map(({ version }) => version)).toEqual(['2024-11-05']);
    expect(served.modern.map(({ version }) => version)).toEqual(['2026-07-28']);
    expect(served.modernVersions).toEqual(['2026-07-28']);
  });

  it('are found by their exact version only', () => {
    const served = new ServedRevisions(['2025-06-18']);

    expect(served.find('2025-06-18')?.version).toBe('2025-06-18');
    expect(served.find('2025-11-25')).toBeUndefined();
    expect(served.find('constructor')).toBeUndefined();
  });

  it('must be at least one', () => {
    expect(() => new ServedRevisions([])).toThrow(McpConfigurationError);
  });

  it('must be known, and the error lists those that are', () => {
    expect(() => new ServedRevisions(['2025-06-18', '2030-01-01'])).toThrow(
      /"2030-01-01".*2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05/,
    );
  });

  describe('negotiate', () => {
    it.each(REVISIONS.filter(({ era }) => era === 'legacy').map(({ version }) => version))(
      '%s when it is asked for',
      (version) => {
        expect(new ServedRevisions().negotiate(version)?.version).toBe(version);
      },
    );

    it.each(['2099-01-01', '2026-07-28', '', 'latest', '1.0'])(
      'the newest legacy one when asked for "%s"',
      (version) => {
        expect(new ServedRevisions().negotiate(version)?.version).toBe('2025-11-25');
      },
    );

    it('the newest served one when an unserved one is asked for', () => {
      const served = new ServedRevisions(['2024-11-05', '2025-06-18']);

      expect(served.negotiate('2025-11-25')?.version).toBe('2025-06-18');
    });

    it('none when no legacy one is served', () => {
      expect(new ServedRevisions(['2026-07-28']).negotiate('2025-11-25')).toBeUndefined();
    });
  });
});
