import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Answer } from './transcript.js';

/** What the transcript shows of a tool's result. */
export function toolAnswer({ structuredContent, content, isError }: CallToolResult): Answer {
  const blocks = content.map((block) => (block.type === 'text' ? block.text : block.type));
  const text = structuredContent
    ? `structured ${JSON.stringify(structuredContent)}`
    : blocks.join(' ');
  return { text, refused: isError };
}
