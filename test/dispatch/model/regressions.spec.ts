import { ModelRun } from './model-run.js';
import type { Operation, Sequence } from './operation.js';

/** A call of the first direct caller, of a tool that anybody may call. */
const CALL = {
  type: 'call',
  actor: 0,
  via: 'request',
  isModern: false,
  id: 1,
  tool: 'alpha',
  timeoutMs: 0,
  verdict: 'allow',
  isLate: false,
  behaviour: 'quick',
} as const satisfies Operation;
/** Its policy takes its time. */
const THOUGHT_ABOUT: Operation = { ...CALL, isLate: true };
const RELEASE: Operation = { type: 'release', nth: 0 };

/** Rejects with the first difference from the model. */
function running(start: Sequence['start'], operations: readonly Operation[]): Promise<void> {
  const sequence = { hasAuthorizer: true, start, ending: 'release', operations } as const;
  return new ModelRun(sequence, () => undefined).run();
}

/** Counterexamples that random sequences once shrank to. */
describe('a dispatcher under sequences that once broke it', () => {
  it('does not run a tool that is unregistered while the policy thinks', async () => {
    const unregister: Operation = { type: 'unregister', tool: 'alpha' };
    const operations = [THOUGHT_ABOUT, unregister, RELEASE];
    await expect(running('cold', operations)).resolves.toBeUndefined();
  });

  it('asks the policy again about a tool that took the place of another', async () => {
    const register: Operation = {
      type: 'register',
      tool: 'alpha',
      isSensitive: true,
      derived: false,
    };
    const operations = [THOUGHT_ABOUT, register, RELEASE, RELEASE];
    await expect(running('cold', operations)).resolves.toBeUndefined();
  });

  it('puts no question to whoever took over the connection of a call', async () => {
    const asked: Operation = { ...CALL, verdict: 'ask', isLate: true };
    const rebind: Operation = { type: 'connect', direct: 0 };
    const operations = [asked, rebind, RELEASE];
    await expect(running('warm', operations)).resolves.toBeUndefined();
  });

  it('finds a call by its id on a connection that never initialized', async () => {
    const slow: Operation = { ...CALL, behaviour: 'slow' };
    const cancel: Operation = { type: 'cancelId', nth: undefined, channel: 0, id: 1 };
    await expect(running('cold', [slow, cancel])).resolves.toBeUndefined();
  });

  it('remembers nothing of an initialize that it refuses', async () => {
    const initialize = (channel: number): Operation => ({
      type: 'initialize',
      channel,
      elicitation: false,
    });
    const operations: readonly Operation[] = [
      { type: 'connect', direct: 2 },
      initialize(2),
      { ...CALL, behaviour: 'slow' },
      { type: 'drain' },
      initialize(0),
    ];
    await expect(running('warm', operations)).resolves.toBeUndefined();
  });
});
