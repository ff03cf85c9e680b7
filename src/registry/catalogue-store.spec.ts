import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import type {
  CompletionTarget,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from './definitions.interface.js';
import type { BoundHandler } from './handlers/bound-handler.interface.js';
import { findResource } from './match-resources.js';
import { CatalogueStore } from './catalogue-store.js';
import { parseUriTemplate } from './uri-template/parse-uri-template.js';

const handler = (place: string): BoundHandler => ({
  place,
  interceptors: [],
  open: () => {
    throw new Error('a catalogue calls nothing');
  },
});

const tool = (name: string, place = `Shop.${name}`): ToolDefinition => ({
  name,
  handler: handler(place),
  input: {
    json: { type: 'object', properties: { sku: {} } },
    validate: (value) => ({ ok: true, value }),
  },
});

const resource = (name: string, uri: string, place = 'Shop.read'): ResourceDefinition => ({
  name,
  uri,
  handler: handler(place),
});

const template = (text: string, name = 'order'): ResourceTemplateDefinition => ({
  name,
  template: parseUriTemplate(text, 'spec'),
  allowEncodedSlash: false,
  handler: handler('Shop.order'),
});

const prompt = (name: string, place = `Shop.${name}`): PromptDefinition => ({
  name,
  arguments: [{ name: 'tone' }],
  handler: handler(place),
});

describe('CatalogueStore', () => {
  let catalogue: CatalogueStore;

  beforeEach(() => {
    catalogue = new CatalogueStore();
  });

  it('starts empty', () => {
    const { tools, resources, resourceTemplates, prompts } = catalogue;

    expect([tools, resources, resourceTemplates, prompts]).toEqual([[], [], [], []]);
  });

  it('lists tools and prompts by name, capitals first, whatever came first', () => {
    for (const name of ['b', 'Z', 'a_b', 'a', 'a.b']) {
      catalogue.add({ tools: [tool(name)] });
      catalogue.add({ prompts: [prompt(name)] });
    }

    expect(catalogue.tools.map(({ name }) => name)).toEqual(['Z', 'a', 'a.b', 'a_b', 'b']);
    expect(catalogue.prompts.map(({ name }) => name)).toEqual(['Z', 'a', 'a.b', 'a_b', 'b']);
  });

  it('lists resources by name, then by address', () => {
    catalogue.add({ resources: [resource('b', 'a:1')] });
    catalogue.add({ resources: [resource('a', 'a:3')] });
    catalogue.add({ resources: [resource('a', 'a:2')] });

    expect(catalogue.resources.map(({ uri }) => uri)).toEqual(['a:2', 'a:3', 'a:1']);
  });

  it('lists templates by name, then by template', () => {
    catalogue.add({ resourceTemplates: [template('b:{x}', 'b')] });
    catalogue.add({ resourceTemplates: [template('d:{x}', 'a')] });
    catalogue.add({ resourceTemplates: [template('c:{x}', 'a')] });

    expect(catalogue.resourceTemplates.map((definition) => definition.template.template)).toEqual([
      'c:{x}',
      'd:{x}',
      'b:{x}',
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'knows nothing called %s',
    (name) => {
      expect(catalogue.findTool(name)).toBeUndefined();
      expect(catalogue.findPrompt(name)).toBeUndefined();
      expect(catalogue.findTemplate(name)).toBeUndefined();
      expect(findResource(catalogue, name)).toBeUndefined();
    },
  );

  it('finds a tool that is called __proto__', () => {
    const definition = tool('__proto__');
    catalogue.add({ tools: [definition] });

    expect(catalogue.findTool('__proto__')?.handler).toBe(definition.handler);
  });

  it('tells names that differ in case', () => {
    catalogue.add({ tools: [tool('find')] });

    expect(catalogue.findTool('Find')).toBeUndefined();
  });

  describe('refuses a second', () => {
    const [first, second] = ['Shop.first', 'Store.second'];
    const both = /"a.*".*Shop\.first.*Store\.second/;

    it('tool of a name, naming both places', () => {
      catalogue.add({ tools: [tool('a', first)] });

      expect(() => catalogue.add({ tools: [tool('a', second)] })).toThrow(both);
    });

    it('prompt of a name, naming both places', () => {
      catalogue.add({ prompts: [prompt('a', first)] });

      expect(() => catalogue.add({ prompts: [prompt('a', second)] })).toThrow(both);
    });

    it('resource of an address, naming both places', () => {
      catalogue.add({ resources: [resource('x', 'a:1', first)] });

      expect(() => catalogue.add({ resources: [resource('y', 'a:1', second)] })).toThrow(both);
    });

    it('template of a text', () => {
      catalogue.add({ resourceTemplates: [template('a:{x}', 'x')] });

      expect(() => catalogue.add({ resourceTemplates: [template('a:{x}', 'y')] })).toThrow(
        McpConfigurationError,
      );
    });

    it('whole with what came with it', () => {
      catalogue.add({ tools: [tool('a', first)] });
      const { version } = catalogue;
      const set = { prompts: [prompt('p')], tools: [tool('b'), tool('a', second)] };

      expect(() => catalogue.add(set)).toThrow(both);
      expect([catalogue.findPrompt('p'), catalogue.findTool('b')]).toEqual([undefined, undefined]);
      expect(catalogue.version).toBe(version);
    });

    it('of a key in what is added together', () => {
      expect(() => catalogue.add({ tools: [tool('a', first), tool('a', second)] })).toThrow(both);
      expect(catalogue.isEmpty).toBe(true);
    });

    it('and keeps the first', () => {
      const definition = tool('a', first);
      catalogue.add({ tools: [definition] });

      expect(() => catalogue.add({ tools: [tool('a', second)] })).toThrow(McpConfigurationError);
      expect(catalogue.findTool('a')?.handler).toBe(definition.handler);
    });
  });

  it('lets a tool and a prompt have one name', () => {
    catalogue.add({ tools: [tool('a')] });

    expect(() => catalogue.add({ prompts: [prompt('a')] })).not.toThrow();
  });

  describe('finds the resource of an address', () => {
    it('fixed before any template', () => {
      const fixed = resource('all', 'shop://orders/all');
      catalogue.add({ resourceTemplates: [template('shop://orders/{number}')] });
      catalogue.add({ resources: [fixed] });

      expect(findResource(catalogue, 'shop://orders/all')).toEqual({ resource: fixed });
    });

    it.each([
      ['general first', ['shop://{+path}', 'shop://orders/{number}']],
      ['special first', ['shop://orders/{number}', 'shop://{+path}']],
    ])('by the most specific template, declared %s', (_order, texts) => {
      for (const text of texts) catalogue.add({ resourceTemplates: [template(text)] });

      expect(findResource(catalogue, 'shop://orders/7')).toMatchObject({
        template: { template: { template: 'shop://orders/{number}' } },
        match: { kind: 'match' },
      });
    });

    it('and says that its value cannot be read where no other template matches', () => {
      catalogue.add({ resourceTemplates: [template('shop://orders/{number}')] });

      expect(findResource(catalogue, 'shop://orders/%E0%A4%A')).toMatchObject({
        match: { kind: 'malformed', variable: 'number' },
      });
    });

    it('in any spelling of a fixed one, which two cannot share', () => {
      const fixed = resource('all', 'Shop://orders/caf\u00E9');
      catalogue.add({ resources: [fixed] });

      expect(findResource(catalogue, 'shop://orders/caf%c3%a9')).toEqual({ resource: fixed });
      expect(findResource(catalogue, 'shop://Orders/caf%c3%a9')).toBeUndefined();
      expect(() =>
        catalogue.add({ resources: [resource('b', 'shop://orders/caf%C3%A9')] }),
      ).toThrow(/declared twice/);
    });

    it('and everything else that could serve it, in order', () => {
      const texts = ['shop://{+path}', 'shop://orders/{+path}', 'shop://orders/{number}', 'x:{a}'];
      catalogue.add({ resourceTemplates: texts.map((text) => template(text, text)) });
      catalogue.add({ resources: [resource('all', 'shop://orders/all')] });
      const found = (uri: string) =>
        [...catalogue.findResources(uri)].map((one) =>
          'resource' in one ? one.resource.uri : `${one.match.kind} ${one.template.name}`,
        );

      expect(found('shop://orders/all')).toEqual([
        'shop://orders/all',
        'match shop://orders/{number}',
        'match shop://orders/{+path}',
        'match shop://{+path}',
      ]);
      expect(found('shop://7')).toEqual(['match shop://{+path}']);
      expect(found('shop://orders/%00')).toEqual([]);
      expect(found('shop://%E0')).toEqual(['malformed shop://{+path}']);
      expect(found('shop://orders/%E0')).toEqual(['malformed shop://orders/{number}']);
    });

    it('nowhere when nothing matches', () => {
      catalogue.add({ resourceTemplates: [template('shop://orders/{number}')] });

      expect(findResource(catalogue, 'evil://orders/7')).toBeUndefined();
      expect(findResource(catalogue, '')).toBeUndefined();
    });
  });

  describe('completers', () => {
    const targets: readonly CompletionTarget[] = [
      { type: 'ref/prompt', name: 'reply', argument: 'tone' },
      { type: 'ref/resource', uri: 'shop://orders/{number}', argument: 'number' },
      { type: 'ref/tool', name: 'find', argument: 'sku' },
    ];

    beforeEach(() => {
      catalogue.add({ tools: [tool('find')] });
      catalogue.add({ prompts: [prompt('reply')] });
      catalogue.add({ resourceTemplates: [template('shop://orders/{number}')] });
    });

    it.each(targets)('are found by what they complete: $type', (target) => {
      const completion = { target, handler: handler('Shop.complete') };
      catalogue.add({ completions: [completion] });

      expect(catalogue.findCompletion({ ...target })).toBe(completion);
      expect(catalogue.findCompletion({ ...target, argument: 'other' })).toBeUndefined();
    });

    it.each(targets)('exist once per argument: $type', (target) => {
      catalogue.add({ completions: [{ target, handler: handler('Shop.first') }] });

      expect(() =>
        catalogue.add({ completions: [{ target, handler: handler('Shop.second') }] }),
      ).toThrow(/Shop\.first.*Shop\.second/);
    });

    it.each<[string, CompletionTarget]>([
      ['an unknown prompt', { type: 'ref/prompt', name: 'nope', argument: 'tone' }],
      ['an unknown argument of a prompt', { type: 'ref/prompt', name: 'reply', argument: 'x' }],
      ['an unknown template', { type: 'ref/resource', uri: 'shop://x', argument: 'number' }],
      [
        'an unknown variable',
        { type: 'ref/resource', uri: 'shop://orders/{number}', argument: 'x' },
      ],
      ['an unknown tool', { type: 'ref/tool', name: 'nope', argument: 'sku' }],
      ['an unknown argument of a tool', { type: 'ref/tool', name: 'find', argument: 'toString' }],
    ])('cannot complete %s', (_what, target) => {
      expect(() =>
        catalogue.add({ completions: [{ target, handler: handler('Shop.tones') }] }),
      ).toThrow(/Shop\.tones.*does not exist/);
    });
  });
});
