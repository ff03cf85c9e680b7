import type { Authorizer } from './authorizer.interface.js';
import { allow, deny } from './decision.js';

/**
 * Options of {@link allowlist}.
 *
 * @publicApi
 */
export interface AllowlistOptions {
  /** Methods that may read (`resources/read`, …); default: every one. */
  readonly reads?: readonly string[];
}

const EVERYBODY = () => '';

const ALLOWED = new WeakMap<Authorizer, ReadonlySet<string>>();

/** Allows every call and every read. An explicit choice, unlike no authorizer. @publicApi */
export function allowAll(): Authorizer {
  return { authorize: allow, authorizeRead: allow, visibilityKey: EVERYBODY };
}

/** Denies every call and every read. @publicApi */
export function denyAll(reason = 'denied'): Authorizer {
  const decide = () => deny(reason);
  return allowing(new Set(), {
    authorize: decide,
    authorizeRead: decide,
    visibilityKey: EVERYBODY,
  });
}

/** Allows the tools of these names and nothing else. @publicApi */
export function allowlist(names: readonly string[], { reads }: AllowlistOptions = {}): Authorizer {
  const tools = new Set(names);
  const methods = reads && new Set(reads);
  return allowing(tools, {
    authorize: ({ name }) => (tools.has(name) ? allow() : deny('not_allowlisted')),
    authorizeRead: ({ method }) =>
      methods === undefined || methods.has(method) ? allow() : deny('not_allowlisted'),
    visibilityKey: EVERYBODY,
  });
}

/** The tools that an authorizer of this file allows and no other; `undefined` for one that must be asked. */
export const toolsAllowedBy = (authorizer: Authorizer): ReadonlySet<string> | undefined =>
  ALLOWED.get(authorizer);

function allowing(tools: ReadonlySet<string>, authorizer: Authorizer): Authorizer {
  ALLOWED.set(authorizer, tools);
  return authorizer;
}
