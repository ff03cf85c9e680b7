import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import { parseUriTemplate } from './parse-uri-template.js';

function refusal(template: string): string {
  try {
    parseUriTemplate(template, 'Shop.order');
  } catch (error) {
    if (error instanceof McpConfigurationError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('parseUriTemplate', () => {
  it('names the variables in order', () => {
    const { template, variables } = parseUriTemplate('a://{b,c:3}{/d*}{?e.f,%41}', 'Shop.order');
    expect({ template, variables }).toEqual({
      template: 'a://{b,c:3}{/d*}{?e.f,%41}',
      variables: ['b', 'c', 'd', 'e.f', '%41'],
    });
  });

  it('says where, which template, at what position, why and what to do', () => {
    expect(refusal('a://{b')).toBe(
      'Shop.order: URI template "a://{b", position 4: the expression is never closed. ' +
        'Write "}" at its end, or "%7B" for a literal brace.',
    );
  });

  it.each([
    ['a://b}', 5, '"}" cannot stand in a URI'],
    ['a://b c{d}', 5, '" " cannot stand in a URI'],
    ['a://%zz{d}', 4, '"%" cannot stand in a URI'],
    ['a://\uD800{d}', 4, 'cannot stand in a URI'],
    ['a://{}', 5, 'a variable name is missing'],
    ['a://{?}', 6, 'a variable name is missing'],
    ['a://{b,}', 7, 'a variable name is missing'],
    ['a://{b,,c}', 7, 'a variable name is missing'],
    ['a://{b{c}', 5, '"b{c" is not a variable'],
    ['a://{b c}', 5, '"b c" is not a variable'],
    ['a://{b, c}', 7, '" c" is not a variable'],
    ['a://{b-c}', 5, '"b-c" is not a variable'],
    ['a://{.b.}', 6, '"b." is not a variable'],
    ['a://{b..c}', 5, '"b..c" is not a variable'],
    ['a://{$b}', 5, '"$b" is not a variable'],
    ['a://{b:0}', 5, '"b:0" is not a variable'],
    ['a://{b:10000}', 5, '"b:10000" is not a variable'],
    ['a://{b:3*}', 5, '"b:3*" is not a variable'],
    ['a://{b*:3}', 5, '"b*:3" is not a variable'],
    ['a://{%4}', 5, '"%4" is not a variable'],
  ])('refuses the syntax of %j at position %d', (template, position, problem) => {
    const message = refusal(template);
    expect(message).toContain(`position ${position}:`);
    expect(message).toContain(problem);
  });

  it.each(['=', ',', '!', '@', '|'])('refuses the reserved operator %s', (operator) => {
    expect(refusal(`a://{${operator}b}`)).toContain(`position 5: RFC 6570 reserves`);
  });

  it.each(['a://{b}/{b}', 'a://{b,b}', 'a://{b:1}/{?b}', 'a://{__proto__}/{__proto__}'])(
    'refuses the duplicate variable of %s',
    (template) => expect(refusal(template)).toContain('occurs twice'),
  );

  it.each(['a://b', 'search://q?x=1', ''])('refuses %j, which has no variables', (template) => {
    expect(refusal(template)).toContain('Give a fixed "uri"');
  });

  it.each(['{id}', '{+uri}', '{scheme}://x', 'a{b}://x', '/users/{id}', '1a://{b}'])(
    'refuses %s, which has no literal scheme',
    (template) => expect(refusal(template)).toContain('does not begin with a literal scheme'),
  );

  it.each([
    'a://{b}{c}',
    'a://{+b}{+c}',
    'a://{b}{+c}',
    'a://{/b}{c}',
    'a://{b*,c*}',
    'a://x{/b*,c*}',
    'a://x{/b*}{/c*}',
    'a://{+b}{/c*}',
    'a://{+b}{;v}{/c*}',
    'a://{+b}{/c}{/d*}',
    'a://{b}{.c*}',
    'a://x{;b}{.c*}',
    'a://{+b}/{c}{/d*}',
  ])('refuses %s, whose neighbours cannot be told apart', (template) => {
    expect(refusal(template)).toContain('Write a literal such as "/x/" between them');
  });

  it.each(['a://x{;b}{;c}', 'a://x{;b}.y{;c}', 'a://x{;b}{.d}{;c}'])(
    'refuses the second path parameters in one segment of %s',
    (template) => expect(refusal(template)).toContain('{;a,b}'),
  );

  it.each([
    ['a://x?b={b}{?c}', 11, 'Write {&…}'],
    ['a://x{&b}', 5, 'Write {?…}'],
    ['a://x{?b}#y{?c}', 11, 'Write {&…}'],
    ['a://x{?b}{&c}', 9, 'only a fragment can follow'],
    ['a://x{?b}{c}', 9, 'only a fragment can follow'],
    ['a://x{?b}&c=1', 9, 'only a fragment can follow'],
    ['a://x{?b}/{c}', 9, 'only a fragment can follow'],
    ['a://x?y{&b}{/c}', 11, 'only a fragment can follow'],
  ])('refuses the query of %s at position %d', (template, position, problem) => {
    const message = refusal(template);
    expect(message).toContain(`position ${position}:`);
    expect(message).toContain(problem);
  });

  it.each([
    'a:{b}',
    "a://o'hara/{b}",
    'a://{b}-{c}',
    'a://{b,c}',
    'a://{b,c*}',
    'a://{b}{.c}',
    'a://{b}{/c*}',
    'a://{+b}{/c}',
    'a://x{/b*}{/c}',
    'a://x{/b*,c}',
    'a://{+b}{;c}{?d}{#e}',
    'a://x?b=1{&c,d*}',
    'a://x{?b}#{c}',
    'a://{+b}/x{/c*}',
    'a://{+b}/{+c}',
    'a://x{;b}/y{;c}{/d}{;e}',
  ])('accepts %s', (template) => expect(refusal(template)).toBe('accepted'));
});
