import { compareTemplates } from './compare-templates.js';
import { parseUriTemplate } from './parse-uri-template.js';

function sorted(...templates: string[]): string[] {
  return templates
    .map((template) => parseUriTemplate(template, 'spec'))
    .toSorted(compareTemplates)
    .map(({ template }) => template);
}

describe('compareTemplates', () => {
  it('puts more literal characters first', () => {
    expect(sorted('files://{+path}', 'files://{a}/{b}', 'files://docs/{b}')).toEqual([
      'files://docs/{b}',
      'files://{a}/{b}',
      'files://{+path}',
    ]);
  });

  it('then puts fewer variables that reach past a segment first', () => {
    expect(sorted('a://x{/b*}', 'a://x{+b}', 'a://x{b}', 'a://x{?b*}')).toEqual([
      'a://x{?b*}',
      'a://x{b}',
      'a://x{+b}',
      'a://x{/b*}',
    ]);
  });

  it('then goes by the text, so that the order of registration does not matter', () => {
    expect(sorted('a://{c}', 'a://{b}')).toEqual(['a://{b}', 'a://{c}']);
    expect(sorted('a://{b}', 'a://{c}')).toEqual(['a://{b}', 'a://{c}']);
  });

  it('finds a template equal to itself', () => {
    const template = parseUriTemplate('a://{b}', 'spec');
    expect(compareTemplates(template, template)).toBe(0);
  });
});
