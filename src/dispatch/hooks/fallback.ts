/** What serves a call whose handler is missing. */
export type Fallback = (name: string, args: never, context: never) => unknown;
