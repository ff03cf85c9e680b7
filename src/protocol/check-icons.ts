import { isJsonObject } from './json.js';
import { McpConfigurationError } from './mcp-configuration.error.js';

/** Members of an icon, what each must be, and whether a value is that (2025-11-25, Icon). */
const MEMBERS: Readonly<
  Record<string, { readonly words: string; readonly accepts: (value: unknown) => boolean }>
> = {
  src: { words: 'an https: or data: URI', accepts: isSource },
  mimeType: {
    words: "a MIME type such as 'image/png'",
    accepts: (value) => typeof value === 'string' && /^[\w.+-]+\/[\w.+-]+(;.*)?$/.test(value),
  },
  sizes: {
    words: "a list of sizes such as '48x48', or of 'any'",
    accepts: (value) => Array.isArray(value) && value.every(isSize),
  },
  theme: { words: "'light' or 'dark'", accepts: (value) => value === 'light' || value === 'dark' },
};

/**
 * Clients drop an icon they do not understand without a word, so mistakes are found here.
 *
 * @param where what has the icons, such as `@McpTool() on OrdersService.findOrder`
 * @throws McpConfigurationError naming the place, the icon and the remedy
 */
export function checkIcons(icons: unknown, where: string): void {
  const problem = icons === undefined ? undefined : problemOfIcons(icons);
  if (problem !== undefined) throw new McpConfigurationError(`${where}: ${problem}`);
}

/** What is wrong with icons, and the remedy; `undefined` where nothing is. */
export function problemOfIcons(icons: unknown): string | undefined {
  if (!Array.isArray(icons)) return "icons must be a list; give [{ src: 'https://…' }]";
  for (const [index, icon] of (icons as readonly unknown[]).entries()) {
    const problem = problemOfIcon(icon, `icons[${index}]`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfIcon(icon: unknown, what: string): string | undefined {
  if (!isJsonObject(icon)) return `${what} must be an object; give { src: 'https://…' }`;
  const unknown = Object.keys(icon).find((member) => !Object.hasOwn(MEMBERS, member));
  if (unknown !== undefined) {
    return `${what}.${unknown} does not exist; an icon has ${Object.keys(MEMBERS).join(', ')}`;
  }
  for (const [member, { words, accepts }] of Object.entries(MEMBERS)) {
    const { [member]: value } = icon;
    const isAbsent = value === undefined && member !== 'src';
    if (!isAbsent && !accepts(value))
      return `${what}.${member} must be ${words}, not ${tell(value)}`;
  }
  return undefined;
}

function isSource(value: unknown): boolean {
  return typeof value === 'string' && /^(https|data):/i.test(value) && URL.canParse(value);
}

function isSize(value: unknown): boolean {
  return typeof value === 'string' && /^(any|[1-9]\d*x[1-9]\d*)$/.test(value);
}

/** A data URI may be long. */
function tell(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
