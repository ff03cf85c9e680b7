import { McpConfigurationError } from './protocol/mcp-configuration.error.js';

/** What an option may be, in words, and whether a value is that. */
export interface OptionKind {
  readonly words: string;
  readonly accepts: (value: unknown) => boolean;
}

/** True for an object that is no list. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ofType = (type: string): OptionKind => ({
  words: `a ${type}`,
  accepts: (value) => typeof value === type,
});

/** Any text, the empty one too. */
export const text = ofType('string');

/** True or false. */
export const flag = ofType('boolean');

/** A function of the application. */
export const callback = ofType('function');

/** Options of their own. */
export const object: OptionKind = { words: 'an object', accepts: isObject };

/** Options of what can be turned off. */
export const objectOrFalse: OptionKind = {
  words: 'an object or false',
  accepts: (value) => value === false || isObject(value),
};

/** Options of what can be turned on and off, with or without any. */
export const flagOrObject: OptionKind = {
  words: 'true, false or an object',
  accepts: (value) => typeof value === 'boolean' || isObject(value),
};

/** A text that passes a test. */
export const textLike = (words: string, test: (value: string) => boolean): OptionKind => ({
  words,
  accepts: (value) => typeof value === 'string' && test(value),
});

/** One of certain texts. */
export const oneOf = (...texts: readonly string[]): OptionKind => {
  const quoted = texts.map((value) => `"${value}"`);
  return {
    words: `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`,
    accepts: (value) => texts.includes(value as string),
  };
};

/** @param words for what its elements are */
export const listOf = (words: string, accepts: OptionKind['accepts']): OptionKind => ({
  words: `a list of ${words}`,
  accepts: (value) => Array.isArray(value) && value.every(accepts),
});

/** Any texts, none too. */
export const texts = listOf('strings', text.accepts);

/** What the application implements: a class that its container makes, or an object that is made. */
export const classOrObjectWith = (method: string): OptionKind => ({
  words: `a class, or an object with a method \`${method}\``,
  accepts: (value) =>
    typeof value === 'function' ||
    (isObject(value) && typeof Reflect.get(value, method) === 'function'),
});

/**
 * Every member must be there among `kinds`, and be of its kind; `undefined` is left out.
 *
 * @param prefix of the members in messages, such as `http.`
 * @throws McpConfigurationError naming the option and the remedy
 */
export function checkMembers(
  given: object,
  kinds: Readonly<Record<string, OptionKind>>,
  prefix: string,
): void {
  for (const [member, value] of Object.entries(given)) {
    const kind = Object.hasOwn(kinds, member) ? kinds[member] : undefined;
    if (kind === undefined) {
      const all = Object.keys(kinds).join(', ');
      throw wrongOption(`${prefix}${member}`, 'does not exist', `the options are ${all}`);
    }
    if (value !== undefined) requireKind(value, kind, `${prefix}${member}`);
  }
}

/** @throws McpConfigurationError naming the option and the remedy */
export function requireKind(value: unknown, { words, accepts }: OptionKind, option: string): void {
  if (!accepts(value)) throw wrongOption(option, `must be ${words}`, 'give that, or leave it out');
}

/** An error that names the option, what is wrong with it, and what to do. */
export const wrongOption = (
  option: string,
  problem: string,
  remedy: string,
): McpConfigurationError =>
  new McpConfigurationError(`McpModule option ${option} ${problem}; ${remedy}`);
