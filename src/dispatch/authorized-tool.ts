import type { AuthorizedTool } from '../authorization/authorizer.interface.js';
import type { ToolDefinition } from '../registry/definitions.interface.js';

/** What a policy may know of a tool: never its handler or schemas. */
export function authorizedTool({
  name,
  title,
  description,
  annotations,
  meta,
}: ToolDefinition): AuthorizedTool {
  return { name, title, description, annotations, meta };
}
