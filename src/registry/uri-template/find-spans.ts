import type { NamedSlot, Slot, ValueSlot } from './slot.js';

/** All of a string that matching looks at, so that a spec can count the looks. */
export interface CharacterSource {
  readonly length: number;
  charCodeAt(index: number): number;
}

export interface Span {
  readonly slot: Slot;
  readonly start: number;
  readonly end: number;
}

interface Step {
  readonly slot: Slot;
  /** 1 at each position from which the slots after this one match the rest of the text. */
  readonly onward: Uint8Array;
}

/**
 * Lays the slots over the whole text. Where several layouts fit, an earlier variable takes as much
 * as it can, as a greedy regular expression would.
 *
 * The template is followed backwards first, which tells at every position whether the rest can
 * still match, so the forward walk never tries and retreats: the work is at most a small multiple of
 * text length times template length, whatever the text.
 */
export function findSpans(
  slots: readonly Slot[],
  text: CharacterSource,
): readonly Span[] | undefined {
  const [first] = slots;
  if (first?.kind === 'literal' && !startsAt(first.text, text, 0)) return undefined;
  let onward = new Uint8Array(text.length + 1);
  onward[text.length] = 1;
  const steps: Step[] = [];
  for (const slot of slots.toReversed()) {
    steps.push({ slot, onward });
    onward =
      slot.kind === 'literal'
        ? markLiteral(slot.text, onward, text)
        : markVariable(slot, onward, text);
  }
  return onward[0] === 1 ? walk(steps.toReversed(), text) : undefined;
}

function startsAt(literal: string, text: CharacterSource, position: number): boolean {
  if (position + literal.length > text.length) return false;
  for (let index = 0; index < literal.length; index++) {
    if (literal.charCodeAt(index) !== text.charCodeAt(position + index)) return false;
  }
  return true;
}

function markLiteral(literal: string, onward: Uint8Array, text: CharacterSource) {
  const here = new Uint8Array(onward.length);
  for (let position = 0; position + literal.length < onward.length; position++) {
    if (onward[position + literal.length] === 1 && startsAt(literal, text, position)) {
      here[position] = 1;
    }
  }
  return here;
}

function markVariable(slot: ValueSlot | NamedSlot, onward: Uint8Array, text: CharacterSource) {
  const here = new Uint8Array(onward.length);
  const last = text.length;
  const named = slot.kind === 'named';
  if (named && onward[last] === 1) here[last] = 1;
  let runReaches = onward[last] === 1;
  for (let position = last - 1; position >= 0; position--) {
    const code = text.charCodeAt(position);
    const accepted = !slot.excludes.has(code);
    const skips = onward[position] === 1;
    const opens = named ? code === slot.lead : accepted;
    if ((opens && runReaches) || (named && skips)) here[position] = 1;
    runReaches = skips || (accepted && runReaches);
  }
  return here;
}

function walk(steps: readonly Step[], text: CharacterSource): readonly Span[] {
  let start = 0;
  return steps.map(({ slot, onward }) => {
    const end =
      slot.kind === 'literal' ? start + slot.text.length : longestEnd(slot, onward, text, start);
    const span = { slot, start, end };
    start = end;
    return span;
  });
}

function longestEnd(
  slot: ValueSlot | NamedSlot,
  onward: Uint8Array,
  text: CharacterSource,
  start: number,
): number {
  let end = start;
  const opens = slot.kind === 'value' || text.charCodeAt(start) === slot.lead;
  if (!opens) return end;
  for (let position = start; position < text.length; position++) {
    const isLead = slot.kind === 'named' && position === start;
    if (!isLead && slot.excludes.has(text.charCodeAt(position))) break;
    if (onward[position + 1] === 1) end = position + 1;
  }
  return end;
}
