import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import type {
  CompletionTarget,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from './definitions.interface.js';
import type { BoundHandler } from './handlers/bound-handler.interface.js';
import { McpRegistry } from './mcp-registry.js';
import { parseUriTemplate } from './uri-template/parse-uri-template.js';

const handler = (place: string): BoundHandler => ({
  place,
  interceptors: [],
  open: () => {
    throw new Error('a registry calls nothing');
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

describe('McpRegistry', () => {
  let registry: McpRegistry;

  beforeEach(() => {
    registry = new McpRegistry();
  });

  it('starts empty', () => {
    const { tools, resources, resourceTemplates, prompts } = registry;

    expect([tools, resources, resourceTemplates, prompts]).toEqual([[], [], [], []]);
  });

  it('lists tools and prompts by name, capitals first, whatever came first', () => {
    for (const name of ['b', 'Z', 'a_b', 'a', 'a.b']) {
      registry.addTool(tool(name));
      registry.addPrompt(prompt(name));
    }

    expect(registry.tools.map(({ name }) => name)).toEqual(['Z', 'a', 'a.b', 'a_b', 'b']);
    expect(registry.prompts.map(({ name }) => name)).toEqual(['Z', 'a', 'a.b', 'a_b', 'b']);
  });

  it('lists resources by name, then by address', () => {
    registry.addResource(resource('b', 'a:1'));
    registry.addResource(resource('a', 'a:3'));
    registry.addResource(resource('a', 'a:2'));

    expect(registry.resources.map(({ uri }) => uri)).toEqual(['a:2', 'a:3', 'a:1']);
  });

  it('lists templates by name, then by template', () => {
    registry.addResourceTemplate(template('b:{x}', 'b'));
    registry.addResourceTemplate(template('d:{x}', 'a'));
    registry.addResourceTemplate(template('c:{x}', 'a'));

    expect(registry.resourceTemplates.map((definition) => definition.template.template)).toEqual([
      'c:{x}',
      'd:{x}',
      'b:{x}',
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'knows nothing called %s',
    (name) => {
      expect(registry.findTool(name)).toBeUndefined();
      expect(registry.findPrompt(name)).toBeUndefined();
      expect(registry.findTemplate(name)).toBeUndefined();
      expect(registry.findResource(name)).toBeUndefined();
    },
  );

  it('finds a tool that is called __proto__', () => {
    const definition = tool('__proto__');
    registry.addTool(definition);

    expect(registry.findTool('__proto__')).toBe(definition);
  });

  it('tells names that differ in case', () => {
    registry.addTool(tool('find'));

    expect(registry.findTool('Find')).toBeUndefined();
  });

  describe('refuses a second', () => {
    const [first, second] = ['Shop.first', 'Store.second'];
    const both = /"a.*".*Shop\.first.*Store\.second/;

    it('tool of a name, naming both places', () => {
      registry.addTool(tool('a', first));

      expect(() => registry.addTool(tool('a', second))).toThrow(both);
    });

    it('prompt of a name, naming both places', () => {
      registry.addPrompt(prompt('a', first));

      expect(() => registry.addPrompt(prompt('a', second))).toThrow(both);
    });

    it('resource of an address, naming both places', () => {
      registry.addResource(resource('x', 'a:1', first));

      expect(() => registry.addResource(resource('y', 'a:1', second))).toThrow(both);
    });

    it('template of a text', () => {
      registry.addResourceTemplate(template('a:{x}', 'x'));

      expect(() => registry.addResourceTemplate(template('a:{x}', 'y'))).toThrow(
        McpConfigurationError,
      );
    });

    it('and keeps the first', () => {
      const definition = tool('a', first);
      registry.addTool(definition);

      expect(() => registry.addTool(tool('a', second))).toThrow(McpConfigurationError);
      expect(registry.findTool('a')).toBe(definition);
    });
  });

  it('lets a tool and a prompt have one name', () => {
    registry.addTool(tool('a'));

    expect(() => registry.addPrompt(prompt('a'))).not.toThrow();
  });

  describe('finds the resource of an address', () => {
    it('fixed before any template', () => {
      const fixed = resource('all', 'shop://orders/all');
      registry.addResourceTemplate(template('shop://orders/{number}'));
      registry.addResource(fixed);

      expect(registry.findResource('shop://orders/all')).toEqual({ resource: fixed });
    });

    it.each([
      ['general first', ['shop://{+path}', 'shop://orders/{number}']],
      ['special first', ['shop://orders/{number}', 'shop://{+path}']],
    ])('by the most specific template, declared %s', (_order, texts) => {
      for (const text of texts) registry.addResourceTemplate(template(text));

      expect(registry.findResource('shop://orders/7')).toMatchObject({
        template: { template: { template: 'shop://orders/{number}' } },
        match: { kind: 'match' },
      });
    });

    it('and says that its value cannot be read where no other template matches', () => {
      registry.addResourceTemplate(template('shop://orders/{number}'));

      expect(registry.findResource('shop://orders/%E0%A4%A')).toMatchObject({
        match: { kind: 'malformed', variable: 'number' },
      });
    });

    it('in any spelling of a fixed one, which two cannot share', () => {
      const fixed = resource('all', 'Shop://orders/caf\u00E9');
      registry.addResource(fixed);

      expect(registry.findResource('shop://orders/caf%c3%a9')).toEqual({ resource: fixed });
      expect(registry.findResource('shop://Orders/caf%c3%a9')).toBeUndefined();
      expect(() => registry.addResource(resource('b', 'shop://orders/caf%C3%A9'))).toThrow(
        /declared twice/,
      );
    });

    it('and everything else that could serve it, in order', () => {
      const texts = ['shop://{+path}', 'shop://orders/{+path}', 'shop://orders/{number}', 'x:{a}'];
      for (const text of texts) registry.addResourceTemplate(template(text, text));
      registry.addResource(resource('all', 'shop://orders/all'));
      const found = (uri: string) =>
        [...registry.findResources(uri)].map((one) =>
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
      registry.addResourceTemplate(template('shop://orders/{number}'));

      expect(registry.findResource('evil://orders/7')).toBeUndefined();
      expect(registry.findResource('')).toBeUndefined();
    });
  });

  describe('completers', () => {
    const targets: readonly CompletionTarget[] = [
      { type: 'ref/prompt', name: 'reply', argument: 'tone' },
      { type: 'ref/resource', uri: 'shop://orders/{number}', argument: 'number' },
      { type: 'ref/tool', name: 'find', argument: 'sku' },
    ];

    beforeEach(() => {
      registry.addTool(tool('find'));
      registry.addPrompt(prompt('reply'));
      registry.addResourceTemplate(template('shop://orders/{number}'));
    });

    it.each(targets)('are found by what they complete: $type', (target) => {
      const completion = { target, handler: handler('Shop.complete') };
      registry.addCompletion(completion);

      expect(registry.findCompletion({ ...target })).toBe(completion);
      expect(registry.findCompletion({ ...target, argument: 'other' })).toBeUndefined();
    });

    it.each(targets)('exist once per argument: $type', (target) => {
      registry.addCompletion({ target, handler: handler('Shop.first') });

      expect(() => registry.addCompletion({ target, handler: handler('Shop.second') })).toThrow(
        /Shop\.first.*Shop\.second/,
      );
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
      expect(() => registry.addCompletion({ target, handler: handler('Shop.tones') })).toThrow(
        /Shop\.tones.*does not exist/,
      );
    });
  });
});
