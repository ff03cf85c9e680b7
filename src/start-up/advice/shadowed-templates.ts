import type { ResourceTemplateDefinition } from '../../registry/definitions.interface.js';
import { sortBySpecificity } from '../../registry/match-resources.js';
import type { UriTemplate } from '../../registry/uri-template/uri-template.js';
import { OPERATOR_RULES } from '../../registry/uri-template/operator-rules.js';
import type { Advice } from './advice.interface.js';

/**
 * What a variable may stand for, one value of each kind that templates tell apart: whether it may be long,
 * hold delimiters, or what needs escapes.
 */
const SAMPLES: readonly string[] = [
  'q',
  'q7w8e9r1t2y3u4i5o6p7a8s9d1f2g3h4j5k6',
  'q,w',
  'q.w',
  'q;w=e',
  'q&w',
  'q w',
  'q/w',
  'q/w?e#r',
];

/** Templates of which every URI belongs to one that is tried before. */
export const shadowedTemplates: Advice = ({ catalogue }) => {
  const ordered = sortBySpecificity(catalogue.resourceTemplates);
  return ordered.flatMap((later, index) => {
    const uris = urisOf(later);
    const earlier = ordered.slice(0, index).find((one) => uris.every((uri) => matches(one, uri)));
    return earlier === undefined || uris.length === 0 ? [] : [describe(earlier, later)];
  });
};

/** URIs that cover what the template tells apart. Those that it does not take itself do not count. */
function urisOf(definition: ResourceTemplateDefinition): readonly string[] {
  const { template } = definition;
  return SAMPLES.flatMap((sample) => {
    const all = valuesOf(template, sample);
    return [...all, ...all.map((values) => withoutNamed(template, values))];
  })
    .map((values) => template.expand(values))
    .filter((uri) => matches(definition, uri));
}

type Values = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Exploded variables are lists, of one or of several. */
function valuesOf({ parts }: UriTemplate, sample: string): readonly Values[] {
  const variables = parts.flatMap((part) => (part.kind === 'literal' ? [] : part.variables));
  return [[sample], [sample, sample]].map((list) =>
    Object.fromEntries(variables.map(({ name, explode }) => [name, explode ? list : sample])),
  );
}

/** What is given by name may be left out. */
function withoutNamed({ parts }: UriTemplate, values: Values): Values {
  const named = parts.flatMap((part) =>
    part.kind === 'expression' && OPERATOR_RULES[part.operator].named
      ? part.variables.map(({ name }) => [name, undefined])
      : [],
  );
  return { ...values, ...(Object.fromEntries(named) as Values) };
}

const matches = (definition: ResourceTemplateDefinition, uri: string): boolean =>
  definition.template.match(uri, definition)?.kind === 'match';

const describe = (earlier: ResourceTemplateDefinition, later: ResourceTemplateDefinition): string =>
  `The resource template "${later.template.template}" (${later.handler.place}) is shadowed by ` +
  `"${earlier.template.template}" (${earlier.handler.place}), which is tried first and takes every URI of it. ` +
  'It is asked only where the other answers that there is no such resource. Give them paths that differ.';
