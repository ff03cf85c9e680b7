import { checkIcons } from '../protocol/check-icons.js';
import { isJsonObject } from '../protocol/json.js';
import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import {
  checkAnnotations,
  checkMeta,
  checkMimeType,
  checkSize,
  checkText,
} from '../schema/result/builders/check-content.js';
import type { ListName } from './definitions.interface.js';

/** Looks at one member; what it throws begins with the name of the member. */
type Check = (value: unknown, member: string) => unknown;

const COMMON: Readonly<Record<string, Check>> = {
  name: checkText,
  title: checkText,
  description: checkText,
  meta: checkMeta,
};
const CONTENTS: Readonly<Record<string, Check>> = {
  ...COMMON,
  annotations: checkAnnotations,
  mimeType: (value) => checkMimeType(value),
};

/** What is shown of each kind as it was given, besides icons. */
const MEMBERS: Readonly<Record<ListName, Readonly<Record<string, Check>>>> = {
  tools: { ...COMMON, annotations: checkHints },
  resources: { ...CONTENTS, size: checkSize },
  resourceTemplates: CONTENTS,
  prompts: COMMON,
};

/**
 * A client that validates refuses a whole list for one member of a wrong type, so mistakes are found
 * here.
 *
 * @param where what has the members, such as `@McpTool() on OrdersService.findOrder`
 * @throws McpConfigurationError naming the place, the member and what it must be
 */
export function checkListed(list: ListName, given: object, where: string): void {
  const { icons, ...rest } = given as Readonly<Record<string, unknown>>;
  checkIcons(icons, where);
  for (const [member, check] of Object.entries(MEMBERS[list])) {
    const { [member]: value } = rest;
    if (value !== undefined) named(where, () => check(value, member));
  }
}

function named(where: string, check: () => unknown): void {
  try {
    check();
  } catch (thrown) {
    if (!(thrown instanceof TypeError || thrown instanceof RangeError)) throw thrown;
    throw new McpConfigurationError(`${where}: ${thrown.message}`);
  }
}

const HINTS = [
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
  'sensitive',
] as const;

/** A hint that is no boolean would also mean nothing to the rules for sensitive tools. */
function checkHints(annotations: unknown): void {
  if (!isJsonObject(annotations)) throw new TypeError('annotations must be an object');
  if (annotations.title !== undefined) checkText(annotations.title, 'annotations.title');
  for (const hint of HINTS) {
    const { [hint]: value } = annotations;
    if (value === undefined || typeof value === 'boolean') continue;
    throw new TypeError(`annotations.${hint} must be true or false`);
  }
}
