import type { JsonObject } from '../protocol/json.js';
import { projectMembers } from '../protocol/project-members.js';
import type { Revision } from '../protocol/revisions/revision.interface.js';
import { isObjectRoot } from '../schema/is-object-root.js';
import type { ToolDefinition } from './definitions.interface.js';
import type { McpRegistry } from './mcp-registry.js';

/** The four lists of the protocol. */
export type ListName = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

/** One entry of a list: the key that orders it (and cursors point at), and what goes over the wire. */
export interface ListEntry {
  readonly key: string;
  readonly value: JsonObject;
}

/** A whole list as clients of the revision know it. */
export function listEntries(
  registry: McpRegistry,
  list: ListName,
  revision: Revision,
): readonly ListEntry[] {
  return LISTS[list](registry, revision);
}

const LISTS: Readonly<
  Record<ListName, (registry: McpRegistry, revision: Revision) => readonly ListEntry[]>
> = {
  tools: (registry, revision) =>
    registry.tools.map((tool) => ({ key: tool.name, value: toolEntry(tool, revision) })),
  resources: (registry, revision) =>
    registry.resources.map((resource) => ({
      key: resource.uri,
      value: projectMembers(withMeta(resource), 'resource', revision),
    })),
  resourceTemplates: (registry, revision) =>
    registry.resourceTemplates.map((definition) => ({
      key: definition.template.template,
      value: projectMembers(
        { uriTemplate: definition.template.template, ...withMeta(definition) },
        'resourceTemplate',
        revision,
      ),
    })),
  prompts: (registry, revision) =>
    registry.prompts.map((prompt) => ({
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
