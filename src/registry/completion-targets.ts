import type { Catalogue } from './catalogue.interface.js';
import type { CompletionTarget, ListName } from './definitions.interface.js';

/** The list that holds what a completer belongs to. */
export const COMPLETED_LISTS = {
  'ref/tool': 'tools',
  'ref/prompt': 'prompts',
  'ref/resource': 'resourceTemplates',
} as const satisfies Record<CompletionTarget['type'], ListName>;

/** The key of what is completed in its list. */
export const completedKey = (target: CompletionTarget): string =>
  'uri' in target ? target.uri : target.name;

/** `argument "tone" of the prompt "reply"`. */
export const describeTarget = (target: CompletionTarget): string =>
  'uri' in target
    ? `variable "${target.argument}" of the resource template "${target.uri}"`
    : `argument "${target.argument}" of the ${target.type.slice('ref/'.length)} "${target.name}"`;

/** True when there is such an argument. */
export function isCompletable(
  catalogue: Pick<Catalogue, 'findTool' | 'findPrompt' | 'findTemplate'>,
  target: CompletionTarget,
): boolean {
  const { argument } = target;
  if (target.type === 'ref/resource') {
    return catalogue.findTemplate(target.uri)?.template.variables.includes(argument) ?? false;
  }
  if (target.type === 'ref/prompt') {
    const prompt = catalogue.findPrompt(target.name);
    return prompt?.arguments.some(({ name }) => name === argument) ?? false;
  }
  return hasProperty(catalogue.findTool(target.name)?.input.json.properties, argument);
}

const hasProperty = (properties: unknown, name: string): boolean =>
  typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name);
