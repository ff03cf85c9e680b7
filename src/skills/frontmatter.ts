import type { YamlModule } from './load-yaml.js';
import { isJsonObject } from '../protocol/json.js';
import type { SkillFrontmatter } from './skill.interface.js';

/** Levels of nesting that hosts must be able to read. */
const MAX_DEPTH = 32;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const MAX_COMPATIBILITY = 500;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The block between two lines of `---` at the beginning, with line ends of any system. */
const BLOCK = /^---\n(?<yaml>(?:[^]*?\n)?)---[\t ]*(?:\n|$)/;

/** What is wrong with a frontmatter, in words that go on after its path. */
export class FrontmatterError extends Error {
  override readonly name = 'FrontmatterError';
}

/**
 * Reads the frontmatter of a `SKILL.md` and holds it to Agent Skills, which hosts do too.
 *
 * @param folder name of the folder it stands in
 * @throws FrontmatterError
 */
export function readFrontmatter(
  markdown: string,
  folder: string,
  { yaml, maxBytes }: { readonly yaml: YamlModule; readonly maxBytes: number },
): SkillFrontmatter {
  const frontmatter = parse(blockOf(markdown, maxBytes), yaml);
  checkName(frontmatter.name, folder);
  checkText('description', frontmatter.description, MAX_DESCRIPTION);
  if (frontmatter.compatibility !== undefined) {
    checkText('compatibility', frontmatter.compatibility, MAX_COMPATIBILITY);
  }
  checkMetadata(frontmatter.metadata);
  return frontmatter as SkillFrontmatter;
}

function blockOf(markdown: string, maxBytes: number): string {
  const text = markdown.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const { yaml } = BLOCK.exec(text)?.groups ?? {};
  if (yaml === undefined) {
    throw new FrontmatterError('has no frontmatter; begin it with YAML between two lines "---"');
  }
  const size = Buffer.byteLength(yaml);
  if (size <= maxBytes) return yaml;
  throw new FrontmatterError(
    `has a frontmatter of ${size} bytes; limits.maxFrontmatterBytes allows ${maxBytes}`,
  );
}

/** Hosts read YAML 1.2 (core schema); where they would be told a warning, they read something else. */
const READING = {
  schema: 'core',
  stringKeys: true,
  resolveKnownTags: false,
  logLevel: 'error',
} as const;

/** Aliases, tags and what JSON has no word for are refused, since hosts would read them differently. */
function parse(text: string, { parseDocument }: YamlModule): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    const document = parseDocument(text, READING);
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw problem;
    value = document.toJS({ maxAliasCount: 0 });
  } catch (cause) {
    const [line] = String(cause instanceof Error ? cause.message : cause).split('\n');
    throw new FrontmatterError(`has a frontmatter that cannot be read: ${line}`, { cause });
  }
  if (!isJsonObject(value)) {
    throw new FrontmatterError('has a frontmatter that is no mapping of names to values');
  }
  checkJson(value, 'frontmatter', 0);
  return value;
}

function checkJson(value: unknown, where: string, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new FrontmatterError(`has a number in ${where} that JSON cannot carry; put it in quotes`);
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_DEPTH) {
    throw new FrontmatterError(`nests its frontmatter deeper than ${MAX_DEPTH} levels`);
  }
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') throw new FrontmatterError(`has a member "${key}" in its ${where}`);
    checkJson(member, `${where}.${key}`, depth + 1);
  }
}

function checkName(name: unknown, folder: string): void {
  checkText('name', name, MAX_NAME);
  if (!NAME.test(String(name))) {
    throw new FrontmatterError(
      `has the name "${String(name)}"; use small letters and digits, with single hyphens between`,
    );
  }
  if (name === folder) return;
  throw new FrontmatterError(
    `has the name "${String(name)}", but its folder is "${folder}"; rename one of them`,
  );
}

function checkText(member: string, value: unknown, max: number): void {
  if (value === undefined) throw new FrontmatterError(`has no ${member} in its frontmatter`);
  if (typeof value !== 'string' || value.trim() === '') {
    throw new FrontmatterError(`has a ${member} that is no text; put it in quotes`);
  }
  const length = [...value].length;
  if (length <= max) return;
  throw new FrontmatterError(`has a ${member} of ${length} characters; ${max} are allowed`);
}

function checkMetadata(metadata: unknown): void {
  if (metadata === undefined) return;
  if (!isJsonObject(metadata)) {
    throw new FrontmatterError('has metadata that is no mapping of names to texts');
  }
  const [wrong] = Object.entries(metadata).find(([, value]) => typeof value !== 'string') ?? [];
  if (wrong === undefined) return;
  throw new FrontmatterError(`has metadata.${wrong} that is no text; put it in quotes`);
}
