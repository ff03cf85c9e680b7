import 'reflect-metadata';
import { Body, createParamDecorator, ParseIntPipe, Req } from '@nestjs/common';
import { McpArgs } from '../../decorators/mcp-args.decorator.js';
import { McpClientInfo } from '../../decorators/mcp-client-info.decorator.js';
import { McpCtx } from '../../decorators/mcp-ctx.decorator.js';
import { McpSignal } from '../../decorators/mcp-signal.decorator.js';
import type { HandlerKind } from '../../decorators/metadata-keys.js';
import type { Implementation } from '../../protocol/implementation.interface.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import { CONTEXT_BRAND } from './context-brand.js';
import { planParameters } from './parameter-plan.js';

class Order {}
class Customer {}
class Context {
  static readonly [CONTEXT_BRAND] = true;
}
interface Erased {
  readonly a: number;
}

const Mark = (): MethodDecorator => () => undefined;
const userOf = () => 'ada';
const User = createParamDecorator(userOf);

class Shop {
  @Mark() nothing(): void {}
  @Mark() dto(_order: Order): void {}
  @Mark() context(_ctx: Context): void {}
  @Mark() both(_order: Order, _ctx: Context): void {}
  @Mark() turned(_ctx: Context, _order: Order): void {}
  @Mark() two(_order: Order, _customer: Customer): void {}
  @Mark() word(_value: string): void {}
  @Mark() count(_value: number): void {}
  @Mark() erased(_value: Erased): void {}
  @Mark() list(_value: Order[]): void {}
  @Mark() optional(_order?: Order): void {}
  @Mark() explicit(@McpArgs() _args: Erased, @McpCtx() _ctx: unknown): void {}
  @Mark() picked(@McpArgs('id', ParseIntPipe) _id: number, @McpArgs('to') _to: string): void {}
  @Mark() pickedBesideDto(_order: Order, @McpArgs('to') _to: string): void {}
  @Mark() user(_order: Order, @User('name') _user: unknown): void {}
  @Mark() body(@Body() _order: Order): void {}
  @Mark() request(_order: Order, @Req() _request: object): void {}
  @Mark() signal(_order: Order, @McpSignal() _signal: AbortSignal): void {}
  @Mark() client(@McpClientInfo() _info: Implementation | undefined, _order: Order): void {}
  @Mark() bareSignal(_signal: AbortSignal): void {}
  undecorated(_order: Order): void {}
  markedOnly(@McpArgs() _args: unknown): void {}
}

function plan(property: string, { kind = 'tool' as HandlerKind, hasSchema = false } = {}) {
  const place = `@McpTool() on Shop.${property}`;
  return planParameters({ prototype: Shop.prototype, property, kind, place, hasSchema });
}

const sources = (property: string, options?: Parameters<typeof plan>[1]) =>
  plan(property, options).slots.map(({ source, property: member }) =>
    member === undefined ? source : `${source}.${member}`,
  );

describe('planParameters', () => {
  it.each([
    ['nothing', []],
    ['dto', ['arguments']],
    ['context', ['context']],
    ['both', ['arguments', 'context']],
    ['turned', ['context', 'arguments']],
    ['optional', ['arguments']],
    ['pickedBesideDto', ['arguments', 'arguments.to']],
    ['user', ['arguments', 'custom']],
    ['signal', ['arguments', 'context.signal']],
    ['client', ['context.clientInfo', 'arguments']],
  ])('gives the parameters of %s: %j', (property, expected) => {
    expect(sources(property)).toEqual(expected);
  });

  it.each([
    ['word', ['arguments']],
    ['erased', ['arguments']],
    ['list', ['arguments']],
    ['explicit', ['arguments', 'context']],
    ['picked', ['arguments.id', 'arguments.to']],
  ])('gives the parameters of %s, whose schema is given: %j', (property, expected) => {
    expect(sources(property, { hasSchema: true })).toEqual(expected);
  });

  it('gives a completer the typed prefix', () => {
    expect(sources('word', { kind: 'completion' })).toEqual(['arguments.value']);
  });

  it('numbers the parameters in their order', () => {
    expect(plan('both').slots.map(({ index }) => index)).toEqual([0, 1]);
  });

  it('knows the class that arguments are typed with', () => {
    expect(plan('turned').argumentsType).toBe(Order);
  });

  it.each(['nothing', 'context'])('knows no such class for %s', (property) => {
    expect(plan(property).argumentsType).toBeUndefined();
  });

  it.each(['erased', 'list', 'word', 'picked'])(
    'takes what the compiler left of the type of %s for no class',
    (property) => {
      expect(plan(property, { hasSchema: true }).argumentsType).toBeUndefined();
    },
  );

  it('keeps pipes and types', () => {
    const [id, to] = plan('picked', { hasSchema: true }).slots;

    expect(id).toMatchObject({ pipes: [ParseIntPipe], type: Number });
    expect(to).toMatchObject({ pipes: [], type: String });
  });

  it('keeps the factory of a decorator of the application', () => {
    expect(plan('user').slots[1]?.custom).toEqual({ factory: userOf, data: 'name' });
  });

  it('needs no types of the compiler where decorators say everything', () => {
    Reflect.deleteMetadata('design:paramtypes', Shop.prototype, 'markedOnly');

    expect(sources('markedOnly', { hasSchema: true })).toEqual(['arguments']);
  });

  describe('refuses, naming place, parameter and remedy', () => {
    it.each([
      ['a second class for the arguments', 'two', 2, 'merge the two classes'],
      ['a single value', 'word', 1, "@McpArgs('member')"],
      ['a number', 'count', 1, "@McpArgs('member')"],
      ['an interface', 'erased', 1, 'use a DTO class and import it without `type`'],
      ['an array', 'list', 1, 'use a DTO class and import it without `type`'],
      ['@McpArgs() of which nothing tells the schema', 'explicit', 1, 'give `input`'],
      ['a signal', 'bareSignal', 1, '@McpSignal()'],
      ['a body', 'body', 1, 'use a DTO class for the arguments'],
      ['a request', 'request', 2, 'McpContext for the request'],
    ])('%s', (_what, property, position, remedy) => {
      const refused = () => plan(property);

      expect(refused).toThrow(McpConfigurationError);
      expect(refused).toThrow(`@McpTool() on Shop.${property}: parameter ${position} `);
      expect(refused).toThrow(remedy);
    });

    it('a method of which the compiler left nothing', () => {
      expect(() => plan('undecorated')).toThrow(/Shop\.undecorated.*emitDecoratorMetadata/);
    });
  });
});
