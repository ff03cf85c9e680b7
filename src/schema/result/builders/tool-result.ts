import type { CallToolResult, ContentBlock } from '../../../protocol/content.interface.js';
import type { JsonObject } from '../../../protocol/json.js';
import { toJsonText } from '../to-json-text.js';
import { COPY_BRAND, RESULT_BRAND } from './built-result.js';
import { checkMeta } from './check-content.js';
import type {
  ContentOptions,
  EmbeddedContents,
  LinkedResource,
} from './content-options.interface.js';
import { Content } from './content.js';

class ToolResultBuilder {
  readonly [RESULT_BRAND] = 'tool';
  protected readonly [COPY_BRAND] = 'tool';

  constructor(private readonly result: CallToolResult) {}

  /** Adds text. */
  text(text: string, options?: ContentOptions): ToolResultBuilder {
    return this.add(Content.text(text, options));
  }

  /**
   * Adds a value as compact JSON text.
   *
   * @throws TypeError for what JSON cannot say
   */
  json(value: unknown, options?: ContentOptions): ToolResultBuilder {
    return this.add(Content.text(toJsonText(value), options));
  }

  /**
   * Sets `structuredContent` (2025-06-18 and later), which is checked against the `output` of the tool.
   * Unless the result has a text of its own, the value is also sent as JSON text, before the rest.
   */
  structured(value: unknown): ToolResultBuilder {
    if (value === undefined) throw new TypeError('structured content must not be undefined');
    return this.with({ structuredContent: value });
  }

  /**
   * Adds an image.
   *
   * @param data bytes, or base64
   */
  image(data: Uint8Array | string, mimeType: string, options?: ContentOptions): ToolResultBuilder {
    return this.add(Content.image(data, mimeType, options));
  }

  /**
   * Adds audio (2025-03-26 and later; before, clients get a text that says so).
   *
   * @param data bytes, or base64
   */
  audio(data: Uint8Array | string, mimeType: string, options?: ContentOptions): ToolResultBuilder {
    return this.add(Content.audio(data, mimeType, options));
  }

  /** Adds a resource that comes along. */
  resource(contents: EmbeddedContents, options?: ContentOptions): ToolResultBuilder {
    return this.add(Content.resource(contents, options));
  }

  /** Adds a resource that can be read (2025-06-18 and later; before, clients get its name and URI as text). */
  resourceLink(link: LinkedResource, options?: ContentOptions): ToolResultBuilder {
    return this.add(Content.resourceLink(link, options));
  }

  /** Marks the result as a failure that the model should react to, and says what went wrong, if that is not said yet. */
  error(text?: string): ToolResultBuilder {
    const failed = this.with({ isError: true });
    return text === undefined ? failed : failed.text(text);
  }

  /** Sets `_meta` of the result. */
  meta(meta: JsonObject): ToolResultBuilder {
    return this.with({ _meta: checkMeta(meta) });
  }

  /** The result as it goes over the wire. */
  toJSON(): CallToolResult {
    return this.result;
  }

  private add(block: ContentBlock): ToolResultBuilder {
    return this.with({ content: [...this.result.content, block] });
  }

  private with(members: Partial<CallToolResult>): ToolResultBuilder {
    return new ToolResultBuilder({ ...this.result, ...members });
  }
}

/**
 * A result of a tool that was made with {@link ToolResult}.
 *
 * @publicApi
 */
export type ToolResult = ToolResultBuilder;

/**
 * The empty result of a tool, to which parts are added in order. Immutable: every method gives a new
 * result. A part that is not as the specification wants it is a TypeError or RangeError that names the
 * member.
 *
 * @example
 * ```ts
 * return ToolResult.text('The cover:').image(png, 'image/png', { annotations: { priority: 1 } });
 * ```
 * @publicApi
 */
export const ToolResult: ToolResult = new ToolResultBuilder({ content: [] });
