import type { SerializedGraph } from '@nestjs/core';
import { partName } from '../mcp.tokens.js';
import type { Catalogue } from '../registry/catalogue.interface.js';
import type { HandlerOrigin } from '../registry/handlers/bound-handler.interface.js';

/** What Nest's devtools are shown of a server. */
export interface GraphedServer {
  readonly id: string;
  readonly catalogue: Pick<Catalogue, 'tools' | 'resources' | 'resourceTemplates' | 'prompts'>;
}

/**
 * Adds what a server offers to the graph that Nest makes of an application with the option `snapshot`, as
 * it adds routes. Without that option the graph is empty, and stays so.
 */
export function describeInGraph(graph: SerializedGraph, { id, catalogue }: GraphedServer): void {
  const { tools, resources, resourceTemplates, prompts } = catalogue;
  const entries = [
    ...tools.map(({ name, handler }) => ({ type: 'mcp-tool', key: name, handler })),
    ...resources.map(({ uri, handler }) => ({ type: 'mcp-resource', key: uri, handler })),
    ...resourceTemplates.map(({ template, handler }) => ({
      type: 'mcp-resource-template',
      key: template.template,
      handler,
    })),
    ...prompts.map(({ name, handler }) => ({ type: 'mcp-prompt', key: name, handler })),
  ];
  for (const { type, key, handler } of entries) {
    if (handler.origin !== undefined) insert(graph, handler.origin, { type, key, server: id });
  }
}

interface Entry {
  readonly type: string;
  readonly key: string;
  readonly server: string;
}

function insert(graph: SerializedGraph, origin: HandlerOrigin, entry: Entry): void {
  const { classId, className, methodName } = origin;
  if (graph.getNodeById(classId) === undefined) return;
  const { type, key, server } = entry;
  const definition = {
    id: `${classId}_${methodName}_${type}_${server}`,
    type,
    methodName,
    className,
    classNodeId: classId,
    metadata: { key, server },
  };
  graph.insertEntrypoint(definition, classId);
}

/**
 * Names the parts of this package in the graph. Nest names a part by its token, and JSON leaves out symbols,
 * which the tokens of other servers than the default one are.
 */
export function nameParts(graph: SerializedGraph): void {
  const { nodes, edges } = graph.toJSON();
  for (const node of Object.values(nodes)) replaceName(node, 'label');
  for (const { metadata } of Object.values(edges)) {
    replaceName(metadata, 'sourceClassName');
    replaceName(metadata, 'targetClassName');
  }
}

function replaceName(named: object, member: string): void {
  const name = partName(Reflect.get(named, member));
  if (name !== undefined) Reflect.set(named, member, name);
}
