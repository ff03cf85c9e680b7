import { CatalogueStore } from '../../registry/catalogue-store.js';
import { parseUriTemplate } from '../../registry/uri-template/parse-uri-template.js';
import { shadowedTemplates } from './shadowed-templates.js';

const definition = (text: string, allowEncodedSlash = false) => ({
  name: text,
  template: parseUriTemplate(text, 'a spec'),
  allowEncodedSlash,
  handler: {
    place: `Shop at ${text}`,
    interceptors: [],
    open: () => {
      throw new Error('nothing is read');
    },
  },
});

/** Advice on a server with these templates. */
function adviceOn(...templates: readonly ReturnType<typeof definition>[]): readonly string[] {
  const catalogue = new CatalogueStore();
  catalogue.add({ resourceTemplates: templates });
  return shadowedTemplates({
    catalogue,
    allowedTools: undefined,
    offersLater: false,
    server: 'default',
  });
}

describe('templates that shadow others', () => {
  it.each([
    ['shop://orders/{id}', 'shop://orders/{number}'],
    ['shop://{a}/x/{b}', 'shop://{c}/x/{d}'],
    ['shop://books/{isbn}{?page}', 'shop://books/{number}'],
    ['shop://files/{+a}', 'shop://files/{+path}'],
    ['shop://a{/all*}', 'shop://a{/more*}'],
    ['shop://{a}{?x,y}', 'shop://{b}{?x}'],
  ])('are told: %s takes all of %s', (first, second) => {
    const [message, ...more] = adviceOn(definition(second), definition(first));

    expect(more).toEqual([]);
    expect(message).toContain(`"${second}" (Shop at ${second}) is shadowed by "${first}" (Shop at`);
    expect(message).toContain('Give them paths that differ');
  });

  it.each([
    ['another path', 'shop://orders/{id}', 'shop://books/{id}'],
    ['a special case', 'shop://orders/{id}', 'shop://orders/{id}/lines'],
    ['a special prefix', 'shop://orders/new-{id}', 'shop://orders/{id}'],
    ['all below a segment', 'shop://orders/{id}', 'shop://orders/{+path}'],
    ['several segments', 'shop://orders{/id}', 'shop://orders{/ids*}'],
    ['a limit of length', 'shop://orders/{a:3}', 'shop://orders/{b}'],
    ['what may have a query', 'shop://orders/{a}', 'shop://orders/{b}{?page}'],
    ['two values', 'shop://orders/{a,b}', 'shop://orders/{c}'],
    ['an extension', 'shop://orders/{id}.json', 'shop://orders/{id}'],
  ])('are none with %s: %s and %s', (_, first, second) => {
    expect(adviceOn(definition(first), definition(second))).toEqual([]);
  });

  it('are none where only the later one takes an encoded slash', () => {
    expect(adviceOn(definition('shop://{a}'), definition('shop://{b}', true))).toEqual([]);
    expect(adviceOn(definition('shop://{a}', true), definition('shop://{b}'))).toHaveLength(1);
  });
});
