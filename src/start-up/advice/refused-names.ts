import type { Advice } from './advice.interface.js';
import { listPlaces } from './list-places.js';

/** What the model APIs behind most hosts take; MCP also allows dots, and 128 characters. */
const TAKEN_EVERYWHERE = /^[A-Za-z0-9_-]{1,64}$/;

/** Hosts hand the names of tools to a model, and make commands of those of prompts. */
export const refusedNames: Advice = ({ catalogue }) => {
  const tools = catalogue.tools.filter(({ name }) => !TAKEN_EVERYWHERE.test(name));
  const prompts = catalogue.prompts.filter(({ name }) => /\s/.test(name));
  return [
    ...(tools.length === 0
      ? []
      : [
          `Some hosts refuse or change the names of the tools ${listPlaces(tools)}, because their models take ` +
            'only A-Z, a-z, 0-9, "_" and "-", and at most 64 characters. Choose others with `name` or the ' +
            'option `naming`.',
        ]),
    ...(prompts.length === 0
      ? []
      : [
          `Some hosts cannot make commands of the prompts ${listPlaces(prompts)}, because of the space in the ` +
            'name. Use "_" there, and the option `title` for people.',
        ]),
  ];
};
