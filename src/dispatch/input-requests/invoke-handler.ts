import type { HandlerRun } from '../../registry/handlers/bound-handler.interface.js';
import type { ActiveCall } from '../active-call.js';

/**
 * Runs the method behind its guards, and then looks whether it asked its client something that is not
 * answered yet.
 *
 * @throws InputRequired with the questions of a request of 2026-07-28
 * @throws McpException `-32602` for answers that are not valid, `-32021` for a client that cannot be
 *   asked; else what the method threw
 */
export async function invokeHandler(
  call: ActiveCall,
  run: HandlerRun,
  input: unknown,
): Promise<unknown> {
  // A call that was given up while a policy or guard was still thinking must not run.
  call.signal.throwIfAborted();
  // What the client brought is checked even if the method will not ask for it.
  if (call.isRetry) void call.asking;
  let value: unknown;
  try {
    value = await run.invoke(input);
  } catch (thrown) {
    throw await outcomeOf(call, thrown);
  }
  const { asked } = call;
  if (asked === undefined) return value;
  const instead = await asked.end(undefined);
  if (instead !== undefined) throw instead as Error;
  return value;
}

/**
 * Runs the guards of a method; they may ask as well.
 *
 * @throws as {@link invokeHandler}
 */
export async function passGuards(call: ActiveCall, run: HandlerRun): Promise<void> {
  try {
    await run.guard();
  } catch (thrown) {
    throw await outcomeOf(call, thrown);
  }
}

/** What was thrown counts only if no question is open. */
const outcomeOf = async (call: ActiveCall, thrown: unknown): Promise<unknown> =>
  (await call.asked?.end(thrown)) ?? thrown;
