import type { DefinitionLists, Definitions, ListName } from './definitions.interface.js';
import { normaliseUri } from './uri-template/normalise-uri.js';

/** What tells one definition from another, and where it stands in its list. */
export interface DefinitionKind<T> {
  /** For messages. */
  readonly noun: string;

  /** Unique within the list. */
  keyOf(definition: T): string;

  /** The key of what somebody calls by this text. */
  keyFrom(text: string): string;

  /** The texts that order the list, the first one first; unique together. */
  orderOf(definition: T): readonly string[];
}

const itself = (text: string): string => text;

/** How the definitions of each list are named, found and ordered. */
export const DEFINITION_KINDS: { readonly [List in ListName]: DefinitionKind<Definitions[List]> } =
  {
    tools: {
      noun: 'tool',
      keyOf: ({ name }) => name,
      keyFrom: itself,
      orderOf: ({ name }) => [name],
    },
    resources: {
      noun: 'resource',
      keyOf: ({ uri }) => normaliseUri(uri),
      keyFrom: normaliseUri,
      orderOf: ({ name, uri }) => [name, uri],
    },
    resourceTemplates: {
      noun: 'resource template',
      keyOf: ({ template }) => template.template,
      keyFrom: itself,
      orderOf: ({ name, template }) => [name, template.template],
    },
    prompts: {
      noun: 'prompt',
      keyOf: ({ name }) => name,
      keyFrom: itself,
      orderOf: ({ name }) => [name],
    },
  };

/** The keys of definitions, by list. */
export const keysOf = (
  lists: DefinitionLists,
): { readonly [List in ListName]: readonly string[] } => ({
  tools: lists.tools.map(DEFINITION_KINDS.tools.keyOf),
  resources: lists.resources.map(DEFINITION_KINDS.resources.keyOf),
  resourceTemplates: lists.resourceTemplates.map(DEFINITION_KINDS.resourceTemplates.keyOf),
  prompts: lists.prompts.map(DEFINITION_KINDS.prompts.keyOf),
});

/** Sorts by code units, so that every process lists in the same order. */
export function sortDefinitions<List extends ListName>(
  list: List,
  definitions: Iterable<Definitions[List]>,
): readonly Definitions[List][] {
  const { orderOf } = DEFINITION_KINDS[list];
  return Object.freeze(
    [...definitions]
      .map((definition) => ({ definition, order: orderOf(definition) }))
      .toSorted((a, b) => compareTexts(a.order, b.order))
      .map(({ definition }) => definition),
  );
}

function compareTexts(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((text, at) => text !== b[at]);
  if (index === -1) return 0;
  return (a[index] ?? '') < (b[index] ?? '') ? -1 : 1;
}
