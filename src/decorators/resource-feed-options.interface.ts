import type { SchemaSource } from '../schema/schema-source.js';
import type { NotWith } from './not-with.js';

interface CommonFeedOptions {
  /** Which servers use the feed; default: the default server. */
  readonly server?: string | readonly string[];
}

/** The feed of one resource. */
export interface FixedFeedOptions extends CommonFeedOptions {
  /** URI of a resource that there is, fixed or of a template. */
  readonly uri: string;
  readonly uriTemplate?: NotWith<'uri'>;
  readonly input?: NotWith<'uri'>;
}

/** The feed of a family of resources. */
export interface TemplateFeedOptions<
  Input extends SchemaSource = SchemaSource,
> extends CommonFeedOptions {
  /** Text of the template of an `@McpResource()`; its variables become the method's arguments. */
  readonly uriTemplate: string;
  /** Schema of the variables; default: the DTO class of the method's parameter. */
  readonly input?: Input;
  readonly uri?: NotWith<'uriTemplate'>;
}

/**
 * Options of `@McpResourceFeed()`: exactly one of `uri` and `uriTemplate`.
 *
 * @publicApi
 */
export type ResourceFeedOptions<Input extends SchemaSource = SchemaSource> =
  FixedFeedOptions | TemplateFeedOptions<Input>;
