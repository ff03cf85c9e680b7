import type { ResourceMatch } from './catalogue.interface.js';
import type { ResourceTemplateDefinition } from './definitions.interface.js';
import { compareTemplates } from './uri-template/compare-templates.js';

/** The order in which templates are tried: the most specific first. */
export function sortBySpecificity(
  templates: readonly ResourceTemplateDefinition[],
): readonly ResourceTemplateDefinition[] {
  return templates.toSorted((a, b) => compareTemplates(a.template, b.template));
}

/** The first template that matches; one whose value cannot be read only if no other does. */
export function matchTemplates(
  templates: readonly ResourceTemplateDefinition[],
  uri: string,
): ResourceMatch | undefined {
  let unreadable: ResourceMatch | undefined;
  for (const template of templates) {
    const match = template.template.match(uri, template);
    if (match?.kind === 'match') return { template, match };
    if (match !== undefined) unreadable ??= { template, match };
  }
  return unreadable;
}
