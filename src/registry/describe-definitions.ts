import type {
  PromptDescription,
  ResourceDescription,
  ResourceTemplateDescription,
  ToolDescription,
} from './definition-descriptions.interface.js';
import type {
  DefinitionBase,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from './definitions.interface.js';

// What the application may know of a definition: everything but its functions.

export const describeTool = (tool: ToolDefinition): ToolDescription =>
  present({
    ...common(tool),
    annotations: tool.annotations,
    inputSchema: tool.input.json,
    outputSchema: tool.output?.json,
    timeoutMs: tool.timeoutMs,
    taskSupport: tool.task?.support,
  });

export const describeResource = (resource: ResourceDefinition): ResourceDescription =>
  present({
    ...common(resource),
    uri: resource.uri,
    mimeType: resource.mimeType,
    size: resource.size,
    annotations: resource.annotations,
  });

export const describeResourceTemplate = (
  definition: ResourceTemplateDefinition,
): ResourceTemplateDescription =>
  present({
    ...common(definition),
    uriTemplate: definition.template.template,
    variables: definition.template.variables,
    mimeType: definition.mimeType,
    annotations: definition.annotations,
  });

export const describePrompt = (prompt: PromptDefinition): PromptDescription =>
  present({ ...common(prompt), arguments: prompt.arguments });

function common({ name, title, description, icons, meta, derived = false }: DefinitionBase) {
  return { name, title, description, icons, meta, derived };
}

/** Without the members that have no value. */
function present<T extends object>(description: T): T {
  const members = Object.entries(description).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members) as T;
}
