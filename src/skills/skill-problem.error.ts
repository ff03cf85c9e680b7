/** Why a skill is not served. */
export class SkillProblemError extends Error {
  override readonly name = 'SkillProblemError';

  /** @param path of what is wrong */
  constructor(
    readonly path: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${path} ${reason}`, options);
  }
}

/** The code of an error of the file system, such as `EACCES`; `undefined` for anything else. */
export function codeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('syscall' in thrown)) return undefined;
  return 'code' in thrown ? String(thrown.code) : undefined;
}

/** True when what was to be opened is not there, or not any more. */
export const isMissing = (thrown: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(codeOf(thrown) ?? '');
