import type { Advice } from './advice.interface.js';

/** Nest knows a class only if some module lists it, and nobody else could say that one was forgotten. */
export const nothingOffered: Advice = ({ catalogue, offersLater, server }) => {
  const isEmpty = Object.values(listsOf(catalogue)).every(({ length }) => length === 0);
  if (!isEmpty || offersLater) return [];
  return [
    `The server "${server}" offers nothing: no provider or controller has a method with @McpTool(), ` +
      '@McpResource() or @McpPrompt() for it. List the class in `providers` of a module that the ' +
      'application imports.',
  ];
};

const listsOf = ({
  tools,
  resources,
  resourceTemplates,
  prompts,
}: Parameters<Advice>[0]['catalogue']) => ({
  tools,
  resources,
  resourceTemplates,
  prompts,
});
