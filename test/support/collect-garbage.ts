import { AssertionError } from 'node:assert';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** `Error` outside the sandbox of the suite, where its environment notes who set a timer. */
const OuterError = Object.getPrototypeOf(AssertionError) as ErrorConstructor;

/** Does something, and lets go of everything that nothing holds after it. */
export async function collectGarbageAfter(work: () => Promise<void>): Promise<void> {
  const { stackTraceLimit } = OuterError;
  // What the environment has noted would hold the variables of every frame.
  OuterError.stackTraceLimit = 0;
  await work().finally(() => {
    OuterError.stackTraceLimit = stackTraceLimit;
  });
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise(setImmediate);
    gc();
  }
}
