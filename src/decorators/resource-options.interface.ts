import type { Annotations } from '../protocol/content.interface.js';
import type { Icon } from '../protocol/implementation.interface.js';
import type { JsonObject } from '../protocol/json.js';
import type { SchemaSource } from '../schema/schema-source.js';
import type { NotWith } from './not-with.js';

interface CommonResourceOptions {
  /** Default: the method's name in snake_case. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** Default: `text/plain` for strings, `application/json` for objects, `application/octet-stream` for bytes. */
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  readonly icons?: readonly Icon[];
  /** `_meta` of the listed resource. */
  readonly meta?: JsonObject;
  /** Which servers offer the resource; default: the default server. */
  readonly server?: string | readonly string[];
}

/** A resource with one address. */
export interface FixedResourceOptions extends CommonResourceOptions {
  /** Absolute URI. */
  readonly uri: string;
  /** Bytes before encoding. */
  readonly size?: number;
  readonly uriTemplate?: NotWith<'uri'>;
  readonly input?: NotWith<'uri'>;
  readonly allowEncodedSlash?: NotWith<'uri'>;
}

/** A family of resources. */
export interface TemplateResourceOptions<
  Input extends SchemaSource = SchemaSource,
> extends CommonResourceOptions {
  /** RFC 6570 template; the variables become the method's arguments. */
  readonly uriTemplate: string;
  /** Schema of the variables; default: the DTO class of the method's parameter. */
  readonly input?: Input;
  /** Lets `%2F` in the value of `{name}` match; default false. */
  readonly allowEncodedSlash?: boolean;
  readonly uri?: NotWith<'uriTemplate'>;
  readonly size?: NotWith<'uriTemplate'>;
}

/**
 * Options of `@McpResource()`: exactly one of `uri` and `uriTemplate`.
 *
 * @publicApi
 */
export type ResourceOptions<Input extends SchemaSource = SchemaSource> =
  FixedResourceOptions | TemplateResourceOptions<Input>;
