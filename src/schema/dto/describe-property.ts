import type { Conversion } from './class-model.interface.js';
import type { CollectedConstraints } from './collect-constraints.js';
import type { Fragment } from './constraints/constraint-entry.interface.js';
import type { PropertyAnnotations } from './read-annotations.js';
import { toJsonForm } from '../to-json-form.js';

/** Formats of the 2020-12 specification; any other would be unknown to a strict reader. */
const FORMATS = new Set([
  ...['date', 'time', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri'],
  ...['uri-reference', 'uri-template', 'uuid', 'json-pointer', 'relative-json-pointer', 'regex'],
]);

interface Described {
  readonly said: CollectedConstraints;
  readonly written: PropertyAnnotations;
  readonly absent: unknown;
  readonly conversion: Conversion | undefined;
}

/**
 * The annotations of a property: what the author wrote, what the class holds by default, and in
 * words what JSON Schema cannot say.
 *
 * @internal
 */
export function describeProperty({ said, written, absent, conversion }: Described): Fragment {
  const { description, ...rest } = written.annotations;
  const notes = [...new Set(said.notes)].join('; ');
  const text = [description, notes === '' ? undefined : sentence(description, notes)]
    .filter((part) => part !== undefined)
    .join(' ');
  return {
    ...(text !== '' && { description: text }),
    ...rest,
    ...formatOf(said, written, conversion),
    ...defaultOf(absent),
  };
}

function sentence(description: unknown, notes: string): string {
  return description === undefined ? notes : `(${notes})`;
}

/** A documented format is a hint; it must not meet one that is enforced. */
function formatOf(
  { own, hasEach }: CollectedConstraints,
  { format }: PropertyAnnotations,
  conversion: Conversion | undefined,
): Fragment {
  const isFree =
    own['type'] === 'string' && own['format'] === undefined && own['anyOf'] === undefined;
  const shown = format !== undefined && FORMATS.has(format) && isFree && !hasEach;
  return shown && conversion === undefined ? { format } : {};
}

function defaultOf(absent: unknown): Fragment {
  if (absent === undefined || typeof absent === 'function') return {};
  const form = toJsonForm(absent);
  return form.ok ? { default: form.value } : {};
}
