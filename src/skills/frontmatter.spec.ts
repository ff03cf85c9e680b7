import { FrontmatterError, readFrontmatter } from './frontmatter.js';
import { loadYaml } from './load-yaml.js';

const yaml = await loadYaml('a test');
const read = (markdown: string, maxBytes = 1_000, folder = 'refunds') =>
  readFrontmatter(markdown, folder, { yaml, maxBytes });

const GOOD = 'name: refunds\ndescription: Refund an order';
const skill = (more: string) => `---\n${GOOD}\n${more}\n---\n\n# Refunds\n`;
/** What is refused of a frontmatter without the two members that it must have. */
const bare = (frontmatter: string) => `---\n${frontmatter}\n---\n`;

describe('readFrontmatter', () => {
  it('gives what its author wrote, unknown members too', () => {
    const more = [
      'license: MIT',
      'allowed-tools: [Read, "Bash(git:*)"]',
      'metadata: { version: "1.0", author: acme }',
      'when: 2026-07-28',
      'count: 0x10',
      'nothing:',
      'yes: no',
      'text: >-',
      '  folded',
      '  line',
    ];

    expect(read(skill(more.join('\n')))).toEqual({
      name: 'refunds',
      description: 'Refund an order',
      license: 'MIT',
      'allowed-tools': ['Read', 'Bash(git:*)'],
      metadata: { version: '1.0', author: 'acme' },
      when: '2026-07-28',
      count: 16,
      nothing: null,
      yes: 'no',
      text: 'folded line',
    });
  });

  it.each([
    ['a byte order mark', `\ufeff---\n${GOOD}\n---\n`],
    ['line ends of Windows', `---\r\n${GOOD.replace('\n', '\r\n')}\r\n---\r\n\r\nText`],
    ['nothing after it', `---\n${GOOD}\n---`],
    ['blanks after the last line', `---\n${GOOD}\n---  \t\nText`],
    ['a rule in the text', `---\n${GOOD}\n---\nText\n\n---\n\nMore`],
  ])('reads one with %s', (_what, markdown) => {
    expect(read(markdown)).toEqual({ name: 'refunds', description: 'Refund an order' });
  });

  it.each([
    ['nothing', ''],
    ['text alone', '# Refunds'],
    ['an empty line before it', `\n---\n${GOOD}\n---\n`],
    ['no end', `---\n${GOOD}\n`],
    ['no line of its own at the end', `---\n${GOOD} ---\n`],
  ])('finds none in a file with %s', (_what, markdown) => {
    expect(() => read(markdown)).toThrow('has no frontmatter; begin it with');
  });

  it.each([
    ['a list', '- a', 'no mapping'],
    ['text', 'just text', 'no mapping'],
    ['nothing', '', 'no mapping'],
    ['bad YAML', 'name: [', 'cannot be read'],
    ['bad indentation', 'name: a\n  description: b', 'cannot be read'],
    ['a member twice', 'name: a\nname: b', 'cannot be read'],
    ['two documents', 'name: a\n...\nname: b', 'cannot be read'],
    ['an alias', 'a: &a [1]\nb: *a', 'cannot be read'],
    ['a tag', 'a: !!js/function "x"', 'cannot be read'],
    ['binary data', 'a: !!binary aGk=', 'cannot be read'],
    ['a set', 'a: !!set { b }', 'cannot be read'],
    ['a list for a name', '? [a]\n: b', 'cannot be read'],
    ['a member __proto__', '__proto__: { a: 1 }', 'has a member "__proto__"'],
    ['a member __proto__ further in', 'a: { __proto__: { a: 1 } }', 'has a member "__proto__"'],
    ['infinity', 'a: .inf', 'JSON cannot carry'],
    ['no number', 'a: [.nan]', 'JSON cannot carry'],
    ['no name', 'description: b', 'has no name'],
    ['no description', 'name: refunds', 'has no description'],
    ['an empty description', 'name: refunds\ndescription: "  "', 'no text'],
    ['a description that is a number', 'name: refunds\ndescription: 7', 'no text'],
    ['a name that is a number', 'name: 7\ndescription: b', 'no text'],
  ])('refuses %s', (_what, frontmatter, problem) => {
    expect(() => read(bare(frontmatter))).toThrow(FrontmatterError);
    expect(() => read(bare(frontmatter))).toThrow(problem);
  });

  it.each(['Refunds', 're--funds', '-refunds', 'refunds-', 're_funds', 're.funds', 'réfunds'])(
    'refuses the name %s',
    (name) => {
      const markdown = bare(`name: ${name}\ndescription: b`);

      expect(() => read(markdown, 1_000, name)).toThrow(`has the name "${name}"; use small`);
    },
  );

  it('refuses a name that is not that of the folder', () => {
    expect(() => read(skill(''), 1_000, 'returns')).toThrow(
      'has the name "refunds", but its folder is "returns"',
    );
  });

  it.each([
    ['name', 64, (text: string) => [bare(`name: ${text}\ndescription: b`), text] as const],
    ['description', 1024, (text: string) => [bare(`name: a\ndescription: ${text}`), 'a'] as const],
    ['compatibility', 500, (text: string) => [skill(`compatibility: ${text}`), 'refunds'] as const],
  ])('takes a %s of %i characters, and none more', (member, max, markdownWith) => {
    const [longest, folder] = markdownWith('a'.repeat(max));
    const [tooLong, other] = markdownWith('a'.repeat(max + 1));

    expect(read(longest, 5_000, folder)).toBeDefined();
    expect(() => read(tooLong, 5_000, other)).toThrow(
      `has a ${member} of ${max + 1} characters; ${max} are allowed`,
    );
  });

  it('counts characters as people do', () => {
    const description = '🐳'.repeat(1024);

    expect(read(bare(`name: refunds\ndescription: ${description}`), 5_000)).toMatchObject({
      description,
    });
  });

  it.each([
    ['metadata: text', 'has metadata that is no mapping'],
    ['metadata: [a]', 'has metadata that is no mapping'],
    ['metadata: { version: 1.0 }', 'has metadata.version that is no text; put it in quotes'],
    ['metadata: { a: { b: c } }', 'has metadata.a that is no text'],
    ['compatibility: 7', 'has a compatibility that is no text'],
    ['compatibility: ""', 'has a compatibility that is no text'],
  ])('refuses %s', (more, problem) => {
    expect(() => read(skill(more))).toThrow(problem);
  });

  it('takes as many bytes as it may have, and none more', () => {
    const size = Buffer.byteLength(`${GOOD}\nmore: größe\n`);

    expect(read(skill('more: größe'), size)).toMatchObject({ more: 'größe' });
    expect(() => read(skill('more: größe'), size - 1)).toThrow(
      `has a frontmatter of ${size} bytes; limits.maxFrontmatterBytes allows ${size - 1}`,
    );
  });

  /** A mapping, and lists in it. */
  const nesting = (levels: number) =>
    skill(`a: ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`);

  it('takes 32 levels of nesting', () => {
    expect(read(nesting(32))).toHaveProperty('a');
  });

  it.each([33, 30_000])('refuses %i levels, even if a parser gives up', (levels) => {
    expect(() => read(nesting(levels), 100_000)).toThrow(FrontmatterError);
  });

  it('expands nothing', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let n = 1; n < 20; n++) lines.push(`a${n}: &a${n} [${`*a${n - 1}, `.repeat(9)}]`);

    expect(() => read(skill(lines.join('\n')), 100_000)).toThrow('cannot be read');
  });
});
