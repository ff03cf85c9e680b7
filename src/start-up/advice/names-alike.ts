import type { Advice, OfferedThings } from './advice.interface.js';
import { listPlaces } from './list-places.js';

/** Hosts that put "_" in place of what they do not take, or ignore case, would mix these up. */
export const namesAlike: Advice = ({ catalogue }) => [
  ...alike('tools', catalogue.tools),
  ...alike('prompts', catalogue.prompts),
];

type Definitions = OfferedThings['catalogue']['tools' | 'prompts'];

function alike(what: string, definitions: Definitions): readonly string[] {
  const groups = new Map<string, Definitions[number][]>();
  for (const definition of definitions) {
    const key = definition.name.toLowerCase().replace(/[^a-z0-9]/g, '_');
    groups.set(key, [...(groups.get(key) ?? []), definition]);
  }
  return [...groups.values()]
    .filter(({ length }) => length > 1)
    .map(
      (group) =>
        `The ${what} ${listPlaces(group)} differ only in case or punctuation, so that some hosts and models ` +
        'take one for the other. Rename one with the option `name`.',
    );
}
