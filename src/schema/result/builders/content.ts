import type {
  AudioContent,
  EmbeddedResource,
  ImageContent,
  ResourceLink,
  TextContent,
} from '../../../protocol/content.interface.js';
import {
  checkIconList,
  checkMimeType,
  checkSize,
  checkText,
  checkUri,
  commonMembers,
  toBase64,
} from './check-content.js';
import type {
  ContentOptions,
  EmbeddedContents,
  LinkedResource,
} from './content-options.interface.js';

/**
 * Makes content blocks: of messages of a prompt, or of a result that is written by hand. Bytes become
 * base64.
 *
 * @throws TypeError or RangeError naming the member that is not as the specification wants it
 * @publicApi
 */
export const Content = Object.freeze({
  text: (text: string, options: ContentOptions = {}): TextContent => ({
    type: 'text',
    text: checkText(text),
    ...commonMembers(options),
  }),

  /** @param data bytes, or base64 */
  image: (
    data: Uint8Array | string,
    mimeType: string,
    options: ContentOptions = {},
  ): ImageContent => ({
    type: 'image',
    data: toBase64(data, 'data'),
    mimeType: checkMimeType(mimeType, 'image'),
    ...commonMembers(options),
  }),

  /**
   * Audio (2025-03-26 and later; before, it becomes text).
   *
   * @param data bytes, or base64
   */
  audio: (
    data: Uint8Array | string,
    mimeType: string,
    options: ContentOptions = {},
  ): AudioContent => ({
    type: 'audio',
    data: toBase64(data, 'data'),
    mimeType: checkMimeType(mimeType, 'audio'),
    ...commonMembers(options),
  }),

  /** A resource that comes along. */
  resource: (contents: EmbeddedContents, options: ContentOptions = {}): EmbeddedResource => ({
    type: 'resource',
    resource: {
      uri: checkUri(contents.uri),
      ...(contents.mimeType !== undefined && { mimeType: checkMimeType(contents.mimeType) }),
      ...('blob' in contents
        ? { blob: toBase64(contents.blob, 'blob') }
        : { text: checkText(contents.text) }),
    },
    ...commonMembers(options),
  }),

  /** A resource that can be read. */
  resourceLink: (link: LinkedResource, options: ContentOptions = {}): ResourceLink => {
    const { uri, name, title, description, mimeType, size, icons } = link;
    return {
      type: 'resource_link',
      uri: checkUri(uri),
      name: checkText(name, 'name'),
      ...(title !== undefined && { title: checkText(title, 'title') }),
      ...(description !== undefined && { description: checkText(description, 'description') }),
      ...(mimeType !== undefined && { mimeType: checkMimeType(mimeType) }),
      ...(size !== undefined && { size: checkSize(size) }),
      ...(icons !== undefined && { icons: checkIconList(icons) }),
      ...commonMembers(options),
    };
  },
});
