import { weigh } from './message-weight.js';

const notification = (method: string) => ({ jsonrpc: '2.0', method, params: {} }) as const;

describe('weigh', () => {
  it.each([
    ['notifications/progress', 'report'],
    ['notifications/message', 'report'],
    ['notifications/tools/list_changed', 'change'],
    ['notifications/resources/updated', 'change'],
    ['notifications/of/an/application', 'change'],
    ['notifications/cancelled', 'essential'],
    ['notifications/subscriptions/acknowledged', 'essential'],
  ])('takes %s for %s', (method, weight) => {
    expect(weigh(notification(method))).toBe(weight);
  });

  it('takes answers and requests for essential', () => {
    expect([
      weigh({ jsonrpc: '2.0', id: 1, result: {} }),
      weigh({ jsonrpc: '2.0', id: null, error: { code: -32700, message: '' } }),
      weigh({ jsonrpc: '2.0', id: 'a', method: 'elicitation/create', params: {} }),
    ]).toEqual(['essential', 'essential', 'essential']);
  });
});
