import { checkTemplate } from './check-template.js';
import { parseTemplateParts } from './parse-template-parts.js';
import { UriTemplate } from './uri-template.js';

/**
 * Parses a template of RFC 6570, level 4. `where` names the decorator or option it was written in.
 *
 * @throws McpConfigurationError if it does not parse or could not be matched.
 */
export function parseUriTemplate(template: string, where: string): UriTemplate {
  const source = { template, where };
  const parts = parseTemplateParts(source);
  checkTemplate(parts, source);
  return new UriTemplate(template, parts);
}
