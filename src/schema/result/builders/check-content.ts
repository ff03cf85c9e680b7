import { isUint8Array } from 'node:util/types';
import { problemOfIcons } from '../../../protocol/check-icons.js';
import type { Annotations } from '../../../protocol/content.interface.js';
import type { Icon } from '../../../protocol/implementation.interface.js';
import type { JsonObject } from '../../../protocol/json.js';
import { isJsonObject } from '../../../protocol/json.js';
import type { ContentOptions } from './content-options.interface.js';

const MIME_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;.*)?$/;
const ISO_8601 = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;
const NOT_BASE64 = /[^A-Za-z0-9+/]/;

/** @throws TypeError naming the member */
export function checkText(value: unknown, member = 'text'): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`${member} must be a string, not ${describe(value)}`);
}

/** @throws TypeError naming the member, unless it is an absolute URI */
export function checkUri(value: unknown): string {
  const uri = checkText(value, 'uri');
  if (URL.canParse(uri)) return uri;
  throw new TypeError(`uri must be absolute, which "${uri}" is not`);
}

/**
 * @param family what must stand before the slash; anything by default
 * @throws TypeError naming the member
 */
export function checkMimeType(value: unknown, family?: string): string {
  const type = checkText(value, 'mimeType');
  const isOfFamily = family === undefined || type.toLowerCase().startsWith(`${family}/`);
  if (MIME_TYPE.test(type) && isOfFamily) return type;
  throw new TypeError(`mimeType must be ${family ?? 'type'}/subtype, which "${type}" is not`);
}

/**
 * Bytes in the standard alphabet of base64, padded (RFC 4648, section 4); a string is taken for base64.
 *
 * @throws TypeError naming the member, also for the alphabet of URLs
 */
export function toBase64(value: unknown, member: string): string {
  if (isUint8Array(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  }
  if (typeof value !== 'string') {
    throw new TypeError(`${member} must be bytes or base64, not ${describe(value)}`);
  }
  if (isBase64(value)) return value;
  throw new TypeError(`${member} must be bytes, or base64 with +, / and padding`);
}

/** Looks for what is wrong: an expression for all that is right runs out of stack on a large file. */
function isBase64(text: string): boolean {
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  return text.length % 4 === 0 && !NOT_BASE64.test(text.slice(0, text.length - padding));
}

/** @throws TypeError naming the member */
export function checkMeta(meta: unknown): JsonObject {
  if (isJsonObject(meta)) return meta;
  throw new TypeError(`meta must be an object, not ${describe(meta)}`);
}

/** @throws TypeError naming the icon */
export function checkIconList(icons: readonly Icon[]): readonly Icon[] {
  const problem = problemOfIcons(icons);
  if (problem !== undefined) throw new TypeError(problem);
  return icons;
}

/** @throws RangeError for what is no number of bytes */
export function checkSize(size: unknown): number {
  if (Number.isSafeInteger(size) && (size as number) >= 0) return size as number;
  throw new RangeError(`size must be whole bytes, 0 or more, not ${String(size)}`);
}

/**
 * The members of a content block that every kind has.
 *
 * @throws TypeError or RangeError naming the member that is not as it must be
 */
export function commonMembers({ annotations, meta }: ContentOptions): {
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
} {
  return {
    ...(annotations !== undefined && { annotations: checkAnnotations(annotations) }),
    ...(meta !== undefined && { _meta: checkMeta(meta) }),
  };
}

/** @throws TypeError or RangeError naming the member */
export function checkAnnotations(annotations: unknown): Annotations {
  if (!isJsonObject(annotations)) {
    throw new TypeError(`annotations must be an object, not ${describe(annotations)}`);
  }
  const { audience, priority, lastModified } = annotations;
  if (audience !== undefined && !isAudience(audience)) {
    throw new TypeError('annotations.audience must be a list of "user" and "assistant"');
  }
  if (priority !== undefined) checkPriority(priority);
  if (lastModified !== undefined) checkLastModified(lastModified);
  return annotations;
}

const isAudience = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => item === 'user' || item === 'assistant');

function checkPriority(priority: unknown): void {
  if (typeof priority !== 'number') {
    throw new TypeError(`annotations.priority must be a number, not ${describe(priority)}`);
  }
  if (priority >= 0 && priority <= 1) return;
  throw new RangeError(`annotations.priority must lie between 0 and 1, which ${priority} does not`);
}

function checkLastModified(value: unknown): void {
  const text = checkText(value, 'annotations.lastModified');
  if (ISO_8601.test(text) && !Number.isNaN(Date.parse(text))) return;
  throw new RangeError(`annotations.lastModified must be an ISO 8601 time, not "${text}"`);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
