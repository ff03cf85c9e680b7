import { callOf, jsonOf, textOf } from '../by-hand.js';
import type { Rows } from '../surface-link.interface.js';

export const ARGUMENT_ROWS: Rows = {
  'arguments arrive validated, transformed, with defaults, and without what nobody declared':
    async (link) => {
      const order = { number: ' A-1 ', colour: 'red' };

      expect(await jsonOf(link, 'take_order', order)).toEqual({
        number: 'A-1',
        copies: 1,
        isInstance: true,
      });
    },

  'arguments that are absent are no arguments, and so are null': async (link) => {
    expect(textOf(await callOf(link, 'take_nothing'))).toBe('nothing needed');
    expect(textOf(await link.client.callTool({ name: 'take_nothing' }))).toBe('nothing needed');
    const { answer } = await link.ask('tools/call', { name: 'take_nothing', arguments: null });
    expect(textOf(answer.result)).toBe('nothing needed');
  },

  'bad arguments are a result that names each field': async ({ client }) => {
    const result = await client.callTool({
      name: 'take_order',
      arguments: { copies: 0, wrapping: 'paper' },
    });

    expect(result.isError).toBe(true);
    for (const field of ['number', 'copies', 'wrapping']) expect(textOf(result)).toContain(field);
  },

  'arguments that are no object are bad params': async (link) => {
    const { answer } = await link.ask('tools/call', { name: 'take_order', arguments: ['A-1'] });

    expect(answer.error).toMatchObject({ code: -32602 });
  },
};
