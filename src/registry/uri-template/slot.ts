import type { TemplateVariable } from './template-part.js';

export interface LiteralSlot {
  readonly kind: 'literal';
  readonly text: string;
}

/** One variable found by its place. Never empty. */
export interface ValueSlot {
  readonly kind: 'value';
  readonly variable: TemplateVariable;
  /** Between the elements of an exploded variable. */
  readonly separator: string;
  readonly excludes: ReadonlySet<number>;
  readonly isSegment: boolean;
}

/** A block of `name=value` pairs, found by their names. May be absent. */
export interface NamedSlot {
  readonly kind: 'named';
  readonly lead: number;
  readonly separator: string;
  readonly variables: readonly TemplateVariable[];
  readonly excludes: ReadonlySet<number>;
  readonly isSegment: boolean;
}

export type Slot = LiteralSlot | ValueSlot | NamedSlot;
