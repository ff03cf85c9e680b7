/**
 * A page of the documentation as the steps a reader takes, in their order:
 *
 * - a `ts` block whose first line is a path (`// src/orders.service.ts`) is a file to write;
 * - a `sh` block is to be run; the first `text` or `json` block after it, before the next heading or
 *   step, is what it prints.
 *
 * A comment says what readers know by themselves: `<!-- page: keeps running -->` before a `sh` block that
 * does not end, `<!-- page: fails -->` before one that ends with an error, and `<!-- page: skip -->` before a
 * block that is no step.
 */
const PART = /^(?:<!-- page: (?<note>[^\n]+) -->|```(?<language>\w*)\n(?<code>[^]*?)^```|#+ .*)$/gm;
const FILE = /^\/\/ (?<path>[\w.-]+(?:\/[\w.-]+)*\.\w+)$/;
const PRINTED = new Set(['text', 'json']);

/** The steps of a page; `read-page.d.mts` has their shapes. */
export function readPage(text) {
  const steps = [];
  let note;
  let awaiting;
  for (const { 0: all, groups, index } of text.matchAll(PART)) {
    const { language, code } = groups;
    const line = text.slice(0, index).split('\n').length;
    if (groups.note !== undefined) {
      note = readNote(groups.note, line);
    } else if (all.startsWith('#')) {
      awaiting = undefined;
    } else if (note?.skip) {
      note = undefined;
    } else if (PRINTED.has(language)) {
      if (awaiting !== undefined) awaiting.printed = { language, text: code };
      awaiting = undefined;
    } else {
      const step = stepOf(language, code, note);
      if (step !== undefined) steps.push({ ...step, line });
      awaiting = step?.kind === 'run' ? steps.at(-1) : undefined;
      note = undefined;
    }
  }
  return steps;
}

function stepOf(language, code, note) {
  if (language === 'sh') {
    const { keepsRunning = false, fails = false } = note ?? {};
    return { kind: 'run', command: code, keepsRunning, fails };
  }
  const path = FILE.exec(code.split('\n', 1)[0])?.groups.path;
  return path === undefined ? undefined : { kind: 'file', path, text: code };
}

function readNote(note, line) {
  if (note === 'keeps running') return { keepsRunning: true };
  if (note === 'fails') return { fails: true };
  if (note === 'skip') return { skip: true };
  throw new Error(`line ${line}: unknown note "${note}"`);
}
