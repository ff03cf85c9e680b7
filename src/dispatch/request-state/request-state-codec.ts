import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { JsonObject } from '../../protocol/json.js';
import { isJsonObject } from '../../protocol/json.js';

/** Bytes below this are too easy to guess. */
export const MIN_SECRET_BYTES = 32;

/**
 * State that travels through the client: signed with HMAC-SHA256, so that what comes back is what was
 * sent. The first secret signs and all of them verify, which lets secrets be rotated. The content is
 * readable by the client and must not hold secrets.
 */
export class RequestStateCodec {
  /** True when the secret dies with this process. */
  readonly isEphemeral: boolean;
  private readonly secrets: readonly Buffer[];

  /** @param secrets `requestStateSecrets` option; without one, a random secret of this process */
  constructor(secrets: readonly string[] = []) {
    this.isEphemeral = secrets.length === 0;
    this.secrets =
      secrets.length === 0
        ? [randomBytes(MIN_SECRET_BYTES)]
        : secrets.map((text) => Buffer.from(text));
  }

  encode(payload: JsonObject): string {
    const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
    const [secret] = this.secrets;
    return `${body}.${sign(body, secret as Buffer).toString('base64url')}`;
  }

  /** The payload, or `undefined` for anything that was not signed here. */
  decode(state: string): JsonObject | undefined {
    const [body, signature, ...rest] = state.split('.');
    if (body === undefined || signature === undefined || rest.length > 0) return undefined;
    const given = Buffer.from(signature, 'base64url');
    // Node decodes leniently: an altered state must not count as the one it decodes to.
    if (given.toString('base64url') !== signature) return undefined;
    const isGenuine = this.secrets.some((secret) => equal(sign(body, secret), given));
    if (!isGenuine) return undefined;
    const payload: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
    return isJsonObject(payload) ? payload : undefined;
  }
}

const sign = (body: string, secret: Buffer): Buffer =>
  createHmac('sha256', secret).update(body).digest();

const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
