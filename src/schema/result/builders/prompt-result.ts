import type {
  ContentBlock,
  GetPromptResult,
  PromptMessage,
} from '../../../protocol/content.interface.js';
import { isContentBlock } from '../../../protocol/content-block.js';
import type { JsonObject } from '../../../protocol/json.js';
import { COPY_BRAND, RESULT_BRAND } from './built-result.js';
import { checkMeta, checkText } from './check-content.js';
import type { ContentOptions } from './content-options.interface.js';
import { Content } from './content.js';

class PromptResultBuilder {
  readonly [RESULT_BRAND] = 'prompt';
  protected readonly [COPY_BRAND] = 'prompt';

  constructor(private readonly result: GetPromptResult) {}

  /**
   * Adds a message of the user.
   *
   * @param content a text, or a content block such as `Content.image(…)` makes
   * @param options of a text
   */
  user(content: string | ContentBlock, options?: ContentOptions): PromptResultBuilder {
    return this.add('user', content, options);
  }

  /**
   * Adds a message of the assistant.
   *
   * @param content a text, or a content block such as `Content.image(…)` makes
   * @param options of a text
   */
  assistant(content: string | ContentBlock, options?: ContentOptions): PromptResultBuilder {
    return this.add('assistant', content, options);
  }

  /** Sets the description, which is that of the prompt by default. */
  description(text: string): PromptResultBuilder {
    return this.with({ description: checkText(text, 'description') });
  }

  /** Sets `_meta` of the result. */
  meta(meta: JsonObject): PromptResultBuilder {
    return this.with({ _meta: checkMeta(meta) });
  }

  /** The result as it goes over the wire. */
  toJSON(): GetPromptResult {
    return this.result;
  }

  private add(
    role: PromptMessage['role'],
    given: string | ContentBlock,
    options: ContentOptions | undefined,
  ): PromptResultBuilder {
    const content = typeof given === 'string' ? Content.text(given, options) : given;
    if (!isContentBlock(content)) {
      throw new TypeError('content must be a text or a complete content block');
    }
    return this.with({ messages: [...this.result.messages, { role, content }] });
  }

  private with(members: Partial<GetPromptResult>): PromptResultBuilder {
    return new PromptResultBuilder({ ...this.result, ...members });
  }
}

/**
 * A result of a prompt that was made with {@link PromptResult}.
 *
 * @publicApi
 */
export type PromptResult = PromptResultBuilder;

/**
 * The empty result of a prompt, to which messages are added in order. Immutable: every method gives a
 * new result. What is not as the specification wants it is a TypeError or RangeError that names the
 * member.
 *
 * @example
 * ```ts
 * return PromptResult.user('What is on this photo?').user(Content.image(photo, 'image/jpeg'));
 * ```
 * @publicApi
 */
export const PromptResult: PromptResult = new PromptResultBuilder({ messages: [] });
