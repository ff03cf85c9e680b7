import type { IncomingMessage } from 'node:http';
import { exceedsJsonDepth } from '../../protocol/json-depth.js';

/** What became of a request body. */
export type BodyOutcome =
  | { readonly kind: 'json'; readonly value: unknown; readonly bytes: Buffer | undefined }
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'too-large' }
  /** The client left before the end. */
  | { readonly kind: 'aborted' };

/** Bounds of a body. */
export interface BodyLimits {
  readonly bodyLimit: number;
  readonly maxJsonDepth: number;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a whole body, never more than the limit, and parses it. The bytes are decoded once, after
 * they are joined, so that a character split between two packets survives.
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<BodyOutcome> {
  const bytes = await collect(request, limits.bodyLimit);
  return Buffer.isBuffer(bytes) ? parseBody(bytes, limits.maxJsonDepth) : bytes;
}

/** Parses the bytes of a body. */
export function parseBody(bytes: Buffer, maxJsonDepth: number): BodyOutcome {
  try {
    const text = utf8.decode(bytes);
    if (exceedsJsonDepth(text, maxJsonDepth)) {
      return tooDeep(maxJsonDepth);
    }
    return { kind: 'json', value: JSON.parse(text) as unknown, bytes };
  } catch {
    return { kind: 'malformed', reason: 'the body is not JSON' };
  }
}

/** JSON that nests deeper than the limit counts as malformed. */
export const tooDeep = (limit: number): BodyOutcome => ({
  kind: 'malformed',
  reason: `the JSON nests deeper than ${limit}`,
});

function collect(request: IncomingMessage, limit: number): Promise<Buffer | BodyOutcome> {
  if (Number(request.headers['content-length']) > limit) {
    return Promise.resolve({ kind: 'too-large' });
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (outcome: Buffer | BodyOutcome) => {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      resolve(outcome);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      request.pause();
      finish({ kind: 'too-large' });
    };
    const onEnd = () => finish(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    const onClose = () => finish({ kind: 'aborted' });
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}
