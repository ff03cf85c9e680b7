import type { Advice } from './advice.interface.js';
import { listPlaces } from './list-places.js';

/** Without a description a model has the name to go by, and guesses. */
export const undescribedTools: Advice = ({ catalogue }) => {
  const silent = catalogue.tools.filter(({ description = '' }) => description.trim() === '');
  if (silent.length === 0) return [];
  return [
    `No description for the tools ${listPlaces(silent)}. Models choose tools by it; give each the option ` +
      '`description`.',
  ];
};
