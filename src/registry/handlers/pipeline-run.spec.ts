import type { HandlerCall } from './handler-call.interface.js';
import type { NestPipeline } from './nest-pipeline.js';
import { GUARDS_PASSED } from './nest-pipeline.js';
import { PipelineRun } from './pipeline-run.js';

const call: HandlerCall = {
  kind: 'tool',
  name: 'refund',
  arguments: {},
  host: { contextType: 'mcp', request: {}, response: {} },
  context: {},
};

const runWith = (guards: NestPipeline['guards']) =>
  new PipelineRun({ guards, main: async () => 'ran', filters: undefined }, call);

describe('the guards of a call', () => {
  it('pass with their verdict', async () => {
    const run = runWith(() => Promise.reject(GUARDS_PASSED));

    await expect(run.guard()).resolves.toBeUndefined();
  });

  it('refuse with what they throw', async () => {
    const run = runWith(() => Promise.reject(new RangeError('no')));

    await expect(run.guard()).rejects.toThrow(RangeError);
  });

  it('refuse when they end without a verdict', async () => {
    const run = runWith(() => Promise.resolve('the method ran'));

    await expect(run.guard()).rejects.toThrow('the guards ended without a verdict');
  });

  it('pass where there are none', () => {
    expect(runWith(undefined).guard()).toBeUndefined();
  });
});
