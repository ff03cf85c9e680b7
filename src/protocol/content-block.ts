import type { ContentBlock } from './content.interface.js';
import type { JsonObject } from './json.js';
import { isJsonObject } from './json.js';

const isString = (value: unknown): value is string => typeof value === 'string';

const SHAPES: Readonly<Record<ContentBlock['type'], (block: JsonObject) => boolean>> = {
  text: (block) => isString(block.text),
  image: (block) => isString(block.data) && isString(block.mimeType),
  audio: (block) => isString(block.data) && isString(block.mimeType),
  resource: (block) =>
    isJsonObject(block.resource) &&
    isString(block.resource.uri) &&
    (isString(block.resource.text) || isString(block.resource.blob)),
  resource_link: (block) => isString(block.uri) && isString(block.name),
};

/** True when a value has the complete shape of a content block, not merely a `type`. */
export function isContentBlock(value: unknown): value is ContentBlock {
  if (!isJsonObject(value) || !isString(value.type)) return false;
  return Object.hasOwn(SHAPES, value.type) && SHAPES[value.type as ContentBlock['type']](value);
}
