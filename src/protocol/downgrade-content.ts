import type { ContentBlock } from './content.interface.js';
import type { Revision } from './revisions/revision.interface.js';

/**
 * Content a client of the revision can parse. Older peers tolerate unknown members but not unknown
 * kinds of block, so those become text that says what was there.
 */
export function downgradeContent(
  content: readonly ContentBlock[],
  revision: Revision,
): readonly ContentBlock[] {
  if (content.every((block) => revision.contentTypes.has(block.type))) return content;
  return content.map((block) =>
    revision.contentTypes.has(block.type) ? block : { type: 'text', text: describe(block) },
  );
}

function describe(block: ContentBlock): string {
  if (block.type === 'resource_link') return `${block.title ?? block.name}: ${block.uri}`;
  if (block.type === 'audio') return `[audio, ${block.mimeType}]`;
  return `[${block.type}]`;
}
