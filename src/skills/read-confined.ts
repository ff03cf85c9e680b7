import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { codeOf, SkillProblemError } from './skill-problem.error.js';

/** Windows has neither: there a link is found by the comparison alone. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** True for the folder itself and for what is in it; both paths without links. */
export const isInside = (root: string, path: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);

/**
 * Reads a file, but only if it is a plain one inside a folder, at the moment it is open: what was
 * looked at before may have been replaced by a link or a pipe since.
 *
 * @param root without links
 * @param path without links
 * @param maxBytes no more than this is read
 * @throws SkillProblemError for anything that is not such a file, or larger; and errors of the file system
 */
export async function readConfined(root: string, path: string, maxBytes: number): Promise<Buffer> {
  const handle = await open(path, FLAGS).catch((error: unknown) => {
    if (codeOf(error) !== 'ELOOP') throw error;
    throw replaced(path);
  });
  try {
    await requireConfined(root, path, handle);
    return await readBounded(handle, path, maxBytes);
  } finally {
    await handle.close();
  }
}

async function requireConfined(root: string, path: string, handle: FileHandle): Promise<void> {
  const opened = await handle.stat({ bigint: true });
  if (!opened.isFile()) throw new SkillProblemError(path, 'is no plain file');
  const [real, there] = await Promise.all([realpath(path), lstat(path, { bigint: true })]);
  const isSame = opened.dev === there.dev && opened.ino === there.ino;
  if (real !== path || !isInside(root, real) || !isSame) {
    throw replaced(path);
  }
}

const replaced = (path: string): SkillProblemError =>
  new SkillProblemError(path, 'was replaced while it was read');

/** The size that was told may be of another moment, so bytes are counted. */
async function readBounded(handle: FileHandle, path: string, maxBytes: number): Promise<Buffer> {
  const { size } = await handle.stat();
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const expected = Math.max(size - total, CHUNK);
    // One byte more than is allowed tells that there are too many.
    const buffer = Buffer.allocUnsafe(Math.min(expected, maxBytes - total + 1));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return Buffer.concat(chunks);
    total += bytesRead;
    if (total > maxBytes) throw new SkillProblemError(path, `has more than ${maxBytes} bytes`);
    chunks.push(buffer.subarray(0, bytesRead));
  }
}

const CHUNK = 4096;
