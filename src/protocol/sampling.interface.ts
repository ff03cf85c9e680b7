import type { AudioContent, ContentBlock, ImageContent, TextContent } from './content.interface.js';
import type { JsonObject } from './json.js';

/** A tool the model wants to use (2025-11-25 and later). */
export interface ToolUseContent {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly _meta?: JsonObject;
}

/** What that tool gave (2025-11-25 and later). */
export interface ToolResultContent {
  readonly type: 'tool_result';
  readonly toolUseId: string;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: JsonObject;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

/** One block of a sampled message. */
export type SamplingContent =
  TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

/**
 * One message of a conversation with the client's model.
 *
 * @deprecated since 2026-07-28, where it still works; may go with the first revision on or after
 *   2027-07-28. Call the provider of a model from the application instead.
 * @publicApi
 */
export interface SamplingMessage {
  readonly role: 'user' | 'assistant';
  readonly content: SamplingContent | readonly SamplingContent[];
}

/** What the server would like of the model; the client decides. */
export interface ModelPreferences {
  /** Names or parts of names, the best first. */
  readonly hints?: readonly { readonly name?: string }[];
  /** 0 to 1. */
  readonly costPriority?: number;
  /** 0 to 1. */
  readonly speedPriority?: number;
  /** 0 to 1. */
  readonly intelligencePriority?: number;
}

/**
 * What to ask the client's model for (every revision, Sampling).
 *
 * @deprecated since 2026-07-28, where it still works; may go with the first revision on or after
 *   2027-07-28. Call the provider of a model from the application instead.
 * @publicApi
 */
export interface SamplingRequest {
  readonly messages: readonly SamplingMessage[];
  /** Tokens the model may write at most. */
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly modelPreferences?: ModelPreferences;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  /** For the provider of the model. */
  readonly metadata?: JsonObject;
  /**
   * Needs the client's `sampling.context`, from 2025-11-25 on.
   *
   * @deprecated since 2025-11-25; may go with sampling, the first revision on or after 2027-07-28. Leave
   *   it out.
   */
  readonly includeContext?: 'none' | 'thisServer' | 'allServers';
  /** Tools the model may use; needs the client's `sampling.tools` (2025-11-25 and later). */
  readonly tools?: readonly JsonObject[];
  readonly toolChoice?: { readonly mode?: 'auto' | 'required' | 'none' };
}

/**
 * What the client's model wrote.
 *
 * @deprecated since 2026-07-28, where it still works; may go with the first revision on or after
 *   2027-07-28. Call the provider of a model from the application instead.
 * @publicApi
 */
export interface SamplingResult {
  readonly role: 'user' | 'assistant';
  /** One block; several are possible from 2025-11-25 on. */
  readonly content: SamplingContent | readonly SamplingContent[];
  /** Name of the model that wrote it. */
  readonly model: string;
  readonly stopReason?: string;
}
