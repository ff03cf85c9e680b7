import type { JsonObject } from '../protocol/json.js';
import { projectMembers } from '../protocol/project-members.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import { isObjectRoot } from '../schema/is-object-root.js';
import type { Catalogue } from './catalogue.interface.js';
import type { ListName, ToolDefinition } from './definitions.interface.js';

/** One entry of a list, and what goes over the wire. */
export interface ListEntry {
  /**
   * What cursors point at: everything that orders the list, so that an entry which moved is another
   * one. It is unique; of a tool it is the name.
   */
  readonly key: string;
  readonly value: JsonObject;
}

/** A whole list as clients of the revision know it. */
export function listEntries<List extends ListName>(
  catalogue: Pick<Catalogue, List>,
  list: List,
  revision: Revision,
): readonly ListEntry[] {
  const entries: EntriesOf<List> = LISTS[list];
  return entries(catalogue, revision);
}

type EntriesOf<List extends ListName> = (
  catalogue: Pick<Catalogue, List>,
  revision: Revision,
) => readonly ListEntry[];

const LISTS: { readonly [List in ListName]: EntriesOf<List> } = {
  tools: (catalogue, revision) =>
    catalogue.tools.map((tool) => ({ key: tool.name, value: toolEntry(tool, revision) })),
  resources: (catalogue, revision) =>
    catalogue.resources.map((resource) => ({
      key: JSON.stringify([resource.name, resource.uri]),
      value: projectMembers(withMeta(resource), 'resource', revision),
    })),
  resourceTemplates: (catalogue, revision) =>
    catalogue.resourceTemplates.map((definition) => ({
      key: JSON.stringify([definition.name, definition.template.template]),
      value: projectMembers(
        { uriTemplate: definition.template.template, ...withMeta(definition) },
        'resourceTemplate',
        revision,
      ),
    })),
  prompts: (catalogue, revision) =>
    catalogue.prompts.map((prompt) => ({
      key: prompt.name,
      value: {
        ...projectMembers(withMeta(prompt), 'prompt', revision),
        arguments: prompt.arguments.map((argument) =>
          projectMembers(argument, 'promptArgument', revision),
        ),
      },
    })),
};

function toolEntry(tool: ToolDefinition, revision: Revision): JsonObject {
  const { input, output } = tool;
  return projectMembers(
    {
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: input.json,
      outputSchema: output && showsOutput(output.json, revision) ? output.json : undefined,
      annotations: tool.annotations,
      icons: tool.icons,
      execution: tool.task && { taskSupport: tool.task.support },
      _meta: tool.meta,
    },
    'tool',
    revision,
  );
}

/** Revisions before 2026-07-28 allow only object schemas there (2025-06-18, Tools). */
const showsOutput = (schema: JsonObject, revision: Revision): boolean =>
  revision.structuredContent === 'any' || isObjectRoot(schema);

const withMeta = <T extends { readonly meta?: JsonObject }>(definition: T) => ({
  ...definition,
  _meta: definition.meta,
});
