import { checkToolName } from '../check-tool-name.js';
import { snakeCase } from './snake-case.js';

describe('the default name of a method', () => {
  it.each([
    ['find', 'find'],
    ['findOrder', 'find_order'],
    ['FindOrder', 'find_order'],
    ['findHTTPOrder', 'find_http_order'],
    ['findByURL', 'find_by_url'],
    ['find2ndOrder', 'find2nd_order'],
    ['orderV2', 'order_v2'],
    ['find_order', 'find_order'],
    ['FIND_ORDER', 'find_order'],
    ['$find', '_find'],
    ['find order', 'find_order'],
    ['orders.find-one', 'orders.find-one'],
  ])('of %s is %s, which is a name of a tool', (method, name) => {
    expect(snakeCase(method)).toBe(name);
    expect(() => checkToolName(snakeCase(method), 'spec')).not.toThrow();
  });
});
