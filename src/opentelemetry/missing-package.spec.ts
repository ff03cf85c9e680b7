import { jest } from '@jest/globals';
import type { McpInstrumentation } from '../dispatch/telemetry/instrumentation.interface.js';

describe('OpenTelemetry without its package', () => {
  it('fails the start of the application and says what to install', async () => {
    jest.unstable_mockModule('@opentelemetry/api', () => {
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    });
    const { openTelemetry } = await import('./open-telemetry.js');
    const instrumentation: McpInstrumentation = openTelemetry();

    await expect(instrumentation.start?.()).rejects.toThrow('npm install @opentelemetry/api');
  });
});
