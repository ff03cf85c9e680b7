import { BenchLogger } from '../../../test/support/bench-logger.js';
import { settled } from '../../../test/support/settled.js';
import { GuardedInstrumentation } from './guarded-instrumentation.js';
import type { McpOperation, McpOperationTrace } from './instrumentation.interface.js';

const OPERATION = {} as McpOperation;

function guard(trace: Partial<McpOperationTrace> | (() => never)) {
  const logger = new BenchLogger();
  const begin = typeof trace === 'function' ? trace : () => trace as McpOperationTrace;
  return { logger, guarded: new GuardedInstrumentation({ begin }, logger) };
}

const fail = (): never => {
  throw new Error('broken');
};

describe('a guarded instrumentation', () => {
  it.each([
    ['runs nothing', () => undefined],
    ['fails', fail],
    ['runs it twice', (code: () => void) => [code(), code()]],
    [
      'runs it and fails',
      (code: () => void) => {
        code();
        fail();
      },
    ],
  ])('runs code once when the trace %s', (_what, run) => {
    const { guarded } = guard({ run: run as McpOperationTrace['run'] });
    let runs = 0;

    const value = guarded.run(guarded.begin(OPERATION), () => ++runs);

    expect([value, runs]).toEqual([1, 1]);
  });

  it('runs code without a trace', () => {
    expect(guard({}).guarded.run(undefined, () => 'value')).toBe('value');
  });

  it('says once that it fails, and goes on', () => {
    const { guarded, logger } = guard(fail);
    const trace = guarded.begin(OPERATION);
    guarded.begin(OPERATION);
    guarded.end({ end: fail }, undefined);

    expect(trace).toBeUndefined();
    expect(logger.lines).toEqual([expect.stringContaining('option instrumentation')]);
  });

  it('survives methods that reject', async () => {
    const { guarded, logger } = guard({ run: (code) => code() });
    const end = async () => fail();

    guarded.end({ end: end as () => void }, undefined);
    await settled();

    expect(logger.lines).toEqual([expect.stringContaining('broken')]);
  });

  it('stops the start of the application when it cannot start', async () => {
    const broken = { begin: () => undefined, start: () => Promise.reject(new Error('no agent')) };

    await expect(new GuardedInstrumentation(broken, new BenchLogger()).start()).rejects.toThrow(
      'no agent',
    );
  });
});
