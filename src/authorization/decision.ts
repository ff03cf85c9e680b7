/**
 * What an authorizer answers.
 *
 * @publicApi
 */
export type Decision =
  | { readonly kind: 'allow' }
  /** A person must agree first; `prompt` is what they are asked. */
  | { readonly kind: 'ask'; readonly prompt: string }
  /** `reason` reaches the client. */
  | { readonly kind: 'deny'; readonly reason: string };

const ALLOW: Decision = Object.freeze({ kind: 'allow' });

/** The call may run. @publicApi */
export const allow = (): Decision => ALLOW;

/** The call must not run. The reason reaches the client. @publicApi */
export const deny = (reason: string): Decision => ({ kind: 'deny', reason });

/** The call runs if the person at the client approves it. @publicApi */
export const ask = (prompt: string): Decision => ({ kind: 'ask', prompt });

/** Narrows whatever an authorizer gave; `undefined` for anything off the contract. */
export function readDecision(value: unknown): Decision | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, prompt, reason } = value as Record<string, unknown>;
  if (kind === 'allow') return ALLOW;
  if (kind === 'ask' && typeof prompt === 'string' && prompt !== '') return { kind, prompt };
  if (kind === 'deny' && typeof reason === 'string') return { kind, reason };
  return undefined;
}
