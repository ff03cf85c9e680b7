/**
 * Lists whose changes clients are told of.
 *
 * @publicApi
 */
export type ChangedList = 'tools' | 'resources' | 'prompts';

/**
 * Something that clients may want to read again.
 *
 * @publicApi
 */
export type McpChange =
  | { readonly type: 'list_changed'; readonly list: ChangedList }
  | { readonly type: 'resource_updated'; readonly uri: string };
