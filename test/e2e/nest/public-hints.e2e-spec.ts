import { allowAll } from 'nest-mcp';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';

const [express] = PLATFORMS as [(typeof PLATFORMS)[number]];
const PUBLIC = { 'tools/list': { ttlMs: 1, cacheScope: 'public' } } as const;

describe('a public cache hint', () => {
  it('that comes to nothing is warned of at boot, with the option and the reason', async () => {
    const logger = new RecordingLogger();
    const mcp = { cacheHints: PUBLIC, authorizer: allowAll() };
    const app = await bootApp(express, {}, { mcp, create: { logger } });

    expect(logger.text).toContain(
      "cacheHints['tools/list'] is public, but is sent as private, since the authorizer decides",
    );
    await app.close();
  });

  it('that is sent as it is needs no warning', async () => {
    const logger = new RecordingLogger();
    const app = await bootApp(express, {}, { mcp: { cacheHints: PUBLIC }, create: { logger } });

    expect(logger.text).not.toContain('cacheHints');
    await app.close();
  });
});
