import { Logger } from '@nestjs/common';
import { config } from 'rxjs';
import { settled } from '../../../test/support/settled.js';
import { deferred } from '../../protocol/deferred.js';
import type { McpEvent } from './mcp-event.js';
import { McpTelemetry } from './mcp-telemetry.js';

const DROPPED: McpEvent = { type: 'dropped', connectionId: 'a' };

function setUp() {
  const errors: string[] = [];
  const logger = Object.assign(new Logger(), {
    error: (text: string) => void errors.push(text),
  });
  return { telemetry: new McpTelemetry(logger), errors };
}

describe('telemetry', () => {
  it('makes no event while nobody listens', () => {
    const { telemetry } = setUp();
    let made = 0;
    telemetry.emit(() => {
      made++;
      return DROPPED;
    });

    expect(made).toBe(0);
  });

  it('makes an event once for everybody who listens', () => {
    const { telemetry } = setUp();
    const received: McpEvent[] = [];
    let made = 0;
    telemetry.events$.subscribe((event) => void received.push(event));
    telemetry.addSink((event) => received.push(event));
    telemetry.addSink((event) => received.push(event));

    telemetry.emit(() => {
      made++;
      return DROPPED;
    });

    expect(received).toEqual([DROPPED, DROPPED, DROPPED]);
    expect(made).toBe(1);
  });

  it('makes no event after the last subscriber has left', () => {
    const { telemetry } = setUp();
    telemetry.events$.subscribe().unsubscribe();
    let made = 0;
    telemetry.emit(() => {
      made++;
      return DROPPED;
    });

    expect(made).toBe(0);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken sink');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken sink'))],
  ])('logs a sink that %s and goes on', async (_how, sink) => {
    const { telemetry, errors } = setUp();
    const received: McpEvent[] = [];
    telemetry.addSink(sink);
    telemetry.addSink((event) => received.push(event));

    telemetry.emit(() => DROPPED);
    await settled();

    expect(received).toEqual([DROPPED]);
    expect(errors).toEqual([expect.stringContaining('broken sink')]);
  });

  it('completes its events, and tells nobody anything more, once it is closed', () => {
    const { telemetry } = setUp();
    const received: McpEvent[] = [];
    let isComplete = false;
    telemetry.addSink((event) => received.push(event));
    telemetry.events$.subscribe({
      complete: () => {
        isComplete = true;
      },
    });

    telemetry.close();
    telemetry.emit(() => DROPPED);

    expect(isComplete).toBe(true);
    expect(received).toEqual([]);
  });

  describe('with a subscriber that throws', () => {
    const reported = deferred<unknown>();
    beforeAll(() => {
      config.onUnhandledError = reported.resolve;
    });
    afterAll(() => {
      config.onUnhandledError = null;
    });

    it('tells the others and does not throw', async () => {
      const { telemetry } = setUp();
      const received: McpEvent[] = [];
      telemetry.events$.subscribe(() => {
        throw new Error('broken subscriber');
      });
      telemetry.events$.subscribe((event) => void received.push(event));

      expect(() => telemetry.emit(() => DROPPED)).not.toThrow();
      expect(received).toEqual([DROPPED]);
      expect(await reported.promise).toMatchObject({ message: 'broken subscriber' });
    });
  });
});
