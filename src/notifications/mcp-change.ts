import type { RecipientSelector } from './recipient-selector.js';

/**
 * Lists whose changes clients are told of.
 *
 * @publicApi
 */
export type ChangedList = 'tools' | 'resources' | 'prompts';

/** Whom a change is told to; absent for everybody who wants to know. */
interface Told {
  readonly where?: RecipientSelector;
}

/**
 * Something that clients may want to read again.
 *
 * @publicApi
 */
export type McpChange =
  | ({ readonly type: 'list_changed'; readonly list: ChangedList } & Told)
  | ({ readonly type: 'resource_updated'; readonly uri: string } & Told);
