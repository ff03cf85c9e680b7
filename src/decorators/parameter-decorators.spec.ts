import 'reflect-metadata';
import { ParseIntPipe, ValidationPipe } from '@nestjs/common';
import { McpArgs } from './mcp-args.decorator.js';
import { McpClientInfo } from './mcp-client-info.decorator.js';
import { McpCtx } from './mcp-ctx.decorator.js';
import { McpSignal } from './mcp-signal.decorator.js';
import { readParameterMetadata } from './parameter-metadata.js';

const pipe = new ValidationPipe();

class Shop {
  buy(@McpArgs() _args: unknown, _skipped: unknown, @McpCtx() _ctx: unknown): void {}
  pick(
    @McpArgs('id', ParseIntPipe) _id: number,
    @McpArgs(pipe, ParseIntPipe) _rest: unknown,
    @McpArgs('') _empty: unknown,
  ): void {}
  plain(_args: unknown): void {}
  watch(@McpSignal() _signal: unknown, @McpClientInfo() _info: unknown): void {}
}

class Store extends Shop {
  override buy(_args: unknown, @McpArgs() _again: unknown, _ctx: unknown): void {}
}

const read = (property: string, owner: object = Shop.prototype) => [
  ...readParameterMetadata(owner, property),
];

describe('the parameter decorators', () => {
  it('store what each position receives', () => {
    expect(read('buy').toSorted(([a], [b]) => a - b)).toEqual([
      [0, { kind: 'arguments', property: undefined, pipes: [] }],
      [2, { kind: 'context', pipes: [] }],
    ]);
  });

  it('tell a member from pipes', () => {
    expect(read('pick').toSorted(([a], [b]) => a - b)).toEqual([
      [0, { kind: 'arguments', property: 'id', pipes: [ParseIntPipe] }],
      [1, { kind: 'arguments', property: undefined, pipes: [pipe, ParseIntPipe] }],
      [2, { kind: 'arguments', property: '', pipes: [] }],
    ]);
  });

  it('name the member of the context', () => {
    expect(read('watch').toSorted(([a], [b]) => a - b)).toEqual([
      [0, { kind: 'context', property: 'signal', pipes: [] }],
      [1, { kind: 'context', property: 'clientInfo', pipes: [] }],
    ]);
  });

  it('say nothing of other methods', () => {
    expect(read('plain')).toEqual([]);
    expect(read('constructor')).toEqual([]);
  });

  it('of an override do not change those of the base', () => {
    expect(
      read('buy')
        .map(([index]) => index)
        .toSorted(),
    ).toEqual([0, 2]);
    expect(read('buy', Store.prototype).map(([index]) => index)).toContain(1);
  });

  it('do nothing to the parameters of a constructor', () => {
    class Built {}
    (McpCtx() as ParameterDecorator)(Built, undefined, 0);

    expect(read('constructor', Built.prototype)).toEqual([]);
  });
});
