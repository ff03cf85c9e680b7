import type { BuildContext } from './build-context.interface.js';
import { CLASS_TO_PLAIN, PLAIN_TO_CLASS, type DtoClass } from './class-libraries.js';

/**
 * The JSON name of every property that `@Expose` and `@Exclude` leave in this direction. The
 * decision is class-transformer's own: strategies, groups, versions and prefixes included.
 *
 * @internal
 */
export function jsonNames(
  type: DtoClass,
  properties: readonly string[],
  { libraries, settings, role }: BuildContext,
): Map<string, string> {
  const options = settings.transformOptions ?? {};
  const exposed = new Map(
    properties.map((name) => [
      name,
      (options.ignoreDecorators
        ? undefined
        : libraries.storage.findExposeMetadata(type, name)?.options?.name) ?? name,
    ]),
  );
  const incoming = role === 'input';
  const candidates = incoming ? [...exposed.values()] : properties;
  const sample = Object.fromEntries(candidates.map((name) => [name, true]));
  const direction = incoming ? PLAIN_TO_CLASS : CLASS_TO_PLAIN;
  const kept = new Set(libraries.executor(direction, options).getKeys(type, sample, false));
  return new Map([...exposed].filter(([name, json]) => kept.has(incoming ? json : name)));
}
