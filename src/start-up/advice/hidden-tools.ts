import type { Advice } from './advice.interface.js';

/** A list that is empty by policy looks to a client as if there were no tools. */
export const hiddenTools: Advice = ({ catalogue, allowedTools }) => {
  const { length } = catalogue.tools;
  if (length === 0 || allowedTools === undefined) return [];
  if (catalogue.tools.some(({ name }) => allowedTools.has(name))) return [];
  const named = [...allowedTools].slice(0, 10).map((name) => JSON.stringify(name));
  const why =
    named.length === 0
      ? 'it denies everything'
      : `allowlist() names ${named.join(', ')}, of which there is none`;
  return [
    `The option \`authorizer\` hides every tool (${length}) from every client: ${why}. Allow those that ` +
      'clients may see.',
  ];
};
