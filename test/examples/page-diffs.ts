/** One changed file of a page: what its pieces were, and what they become. */
export interface PageDiff {
  /** Path below the example, such as `src/app.module.ts`. */
  readonly file: string;
  readonly hunks: readonly Hunk[];
}

interface Hunk {
  readonly before: string;
  readonly after: string;
}

/** Sources of an example by path. */
export type Sources = ReadonlyMap<string, string>;

const DIFF = /^```diff\n--- a\/(?<file>\S+)\n\+\+\+ b\/\k<file>\n@@\n(?<hunks>[^]*?)^```$/gm;

/** The `diff` blocks of a page, in their order. Pieces of a file are separated by `@@`. */
export function diffsOf(page: string): readonly PageDiff[] {
  return [...page.matchAll(DIFF)].map(({ groups: { file = '', hunks = '' } = {} }) => ({
    file,
    hunks: hunks.split('@@\n').map(hunkOf),
  }));
}

function hunkOf(text: string): Hunk {
  const lines = text.split('\n').slice(0, -1);
  const side = (other: string) =>
    lines
      .filter((line) => !line.startsWith(other))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  return { before: side('+'), after: side('-') };
}

/**
 * The sources before these diffs.
 *
 * @throws Error where a piece is not in its file exactly once
 */
export function revert(sources: Sources, diffs: readonly PageDiff[]): Sources {
  const reverted = new Map(sources);
  for (const { file, hunks } of diffs.toReversed()) {
    for (const { before, after } of hunks) {
      const pieces = `\n${reverted.get(file) ?? ''}`.split(`\n${after}`);
      if (pieces.length !== 2) {
        throw new Error(`${file} has this ${pieces.length - 1} times, not once:\n${after}`);
      }
      reverted.set(file, pieces.join(`\n${before}`).slice(1));
    }
  }
  return reverted;
}
