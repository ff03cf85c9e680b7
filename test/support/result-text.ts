import type { CallToolResult } from 'nest-mcp';

/** The text of a result whose content is text. */
export function resultText({ content }: CallToolResult): string {
  return content
    .map((block) => (block.type === 'text' ? block.text : `<${block.type}>`))
    .join('\n');
}
