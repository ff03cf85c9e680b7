import 'reflect-metadata';
import { serverToken } from '../mcp.tokens.js';
import { InjectMcp } from './inject-mcp.decorator.js';

class Part {}

class Consumer {
  constructor(
    @InjectMcp('admin', Part) readonly admin: Part,
    @InjectMcp('default', Part) readonly standard: Part,
  ) {}
}

describe('InjectMcp', () => {
  const injected = Reflect.getMetadata('self:paramtypes', Consumer) as {
    readonly index: number;
    readonly param: unknown;
  }[];
  const tokenOf = (position: number) => injected.find(({ index }) => index === position)?.param;

  it('injects the part of a named server by a token that two copies of the package share', () => {
    expect(tokenOf(0)).toBe(Symbol.for('nest-mcp:admin:Part'));
    expect(tokenOf(0)).toBe(serverToken(Part, 'admin'));
  });

  it('injects the part of the default server by its class', () => {
    expect(tokenOf(1)).toBe(Part);
  });
});
