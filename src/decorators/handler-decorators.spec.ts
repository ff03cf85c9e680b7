import 'reflect-metadata';
import type { Observable } from 'rxjs';
import { of } from 'rxjs';
import { McpConfigurationError } from '../protocol/mcp-configuration.error.js';
import { McpCompletion } from './mcp-completion.decorator.js';
import { McpPrompt } from './mcp-prompt.decorator.js';
import { McpResource } from './mcp-resource.decorator.js';
import { McpResourceFeed } from './mcp-resource-feed.decorator.js';
import { McpTool } from './mcp-tool.decorator.js';
import { readHandlerMetadata } from './read-handler-metadata.js';

class Shop {
  @McpTool()
  plain(): void {}

  @McpTool({ name: 'buy', description: 'Buys' })
  tool(): void {}

  @McpResource({ uri: 'shop://all' })
  resource(): string {
    return '';
  }

  @McpPrompt()
  prompt(): string {
    return '';
  }

  @McpCompletion({ prompt: 'prompt', argument: 'tone' })
  completion(): void {}

  @McpResourceFeed({ uri: 'shop://all' })
  feed(): Observable<string> {
    return of('changed');
  }

  @McpTool()
  @McpResource({ uri: 'shop://both' })
  several(): string {
    return '';
  }

  undecorated(): void {}
}

class Store extends Shop {
  override plain(): void {}

  @McpTool({ name: 'sell' })
  override tool(): void {}
}

class Branch extends Store {}

const read = (property: string, owner: object = Shop.prototype) =>
  readHandlerMetadata(owner, property);

describe('the method decorators', () => {
  it.each([
    ['plain', { tool: {} }],
    ['tool', { tool: { name: 'buy', description: 'Buys' } }],
    ['resource', { resource: { uri: 'shop://all' } }],
    ['prompt', { prompt: {} }],
    ['completion', { completion: { prompt: 'prompt', argument: 'tone' } }],
    ['feed', { feed: { uri: 'shop://all' } }],
    ['several', { tool: {}, resource: { uri: 'shop://both' } }],
  ])('store what they were told about %s', (property, expected) => {
    expect(read(property)).toEqual(expected);
  });

  it.each(['undecorated', 'constructor', 'missing', 'toString'])(
    'say nothing of %s',
    (property) => {
      expect(read(property)).toBeUndefined();
    },
  );

  it('hold for inherited methods', () => {
    expect(read('resource', Branch.prototype)).toEqual({ resource: { uri: 'shop://all' } });
  });

  it('do not hold for an override without one', () => {
    expect(read('plain', Store.prototype)).toBeUndefined();
    expect(read('plain', Branch.prototype)).toBeUndefined();
  });

  it('are replaced by those of an override, and only there', () => {
    expect(read('tool', Branch.prototype)).toEqual({ tool: { name: 'sell' } });
    expect(read('tool')).toEqual({ tool: { name: 'buy', description: 'Buys' } });
  });

  it('survive a decorator that wraps the function afterwards', () => {
    const Wrap = (): MethodDecorator => (_target, _property, descriptor) => ({
      ...descriptor,
      value: (() => undefined) as never,
    });

    class Wrapped {
      @Wrap()
      @McpTool({ name: 'a' })
      method(): void {}
    }

    expect(read('method', Wrapped.prototype)).toEqual({ tool: { name: 'a' } });
  });

  it('mark the class for Nest to apply request-scoped global enhancers', () => {
    expect(Reflect.hasMetadata('__entryProvider__', Shop)).toBe(true);
  });

  it.each([
    ['McpTool', McpTool()],
    ['McpPrompt', McpPrompt()],
    ['McpResource', McpResource({ uri: 'a:b' })],
    ['McpCompletion', McpCompletion({ tool: 'a', argument: 'b' })],
  ])('refuse a static method, naming it: %s', (name, decorator) => {
    class Static {
      static method(): void {}
    }
    const descriptor = Object.getOwnPropertyDescriptor(Static, 'method')!;

    expect(() => (decorator as MethodDecorator)(Static, 'method', descriptor)).toThrow(
      new McpConfigurationError(
        `@${name}() on Static.method: only instance methods can be decorated`,
      ),
    );
  });

  it.each([
    ['a getter', { get: () => 1 }],
    ['a property', undefined],
    ['a value that is no function', { value: 1 }],
  ])('refuse %s', (_what, descriptor) => {
    expect(() => McpTool()(Shop.prototype, 'field', descriptor as PropertyDescriptor)).toThrow(
      'Shop.field: only instance methods can be decorated',
    );
  });
});
