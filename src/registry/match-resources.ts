import type { Catalogue, ResourceMatch } from './catalogue.interface.js';
import type { ResourceDefinition, ResourceTemplateDefinition } from './definitions.interface.js';
import { compareTemplates } from './uri-template/compare-templates.js';

/** The order in which templates are tried: the most specific first. */
export function sortBySpecificity(
  templates: readonly ResourceTemplateDefinition[],
): readonly ResourceTemplateDefinition[] {
  return templates.toSorted((a, b) => compareTemplates(a.template, b.template));
}

/**
 * Everything that could serve a URI: the fixed resource, then each template that matches, and one whose
 * value cannot be read only if nothing else does.
 */
export function* matchResources(
  fixed: ResourceDefinition | undefined,
  templates: readonly ResourceTemplateDefinition[],
  uri: string,
): Generator<ResourceMatch, void> {
  if (fixed !== undefined) yield { resource: fixed };
  let isServed = fixed !== undefined;
  let unreadable: ResourceMatch | undefined;
  for (const template of templates) {
    const match = template.template.match(uri, template);
    if (match?.kind === 'match') {
      isServed = true;
      yield { template, match };
    } else if (match !== undefined) unreadable ??= { template, match };
  }
  if (!isServed && unreadable !== undefined) yield unreadable;
}

/** What serves a URI first, if anything does. */
export function findResource(
  catalogue: Pick<Catalogue, 'findResources'>,
  uri: string,
): ResourceMatch | undefined {
  const [first] = catalogue.findResources(uri);
  return first;
}
