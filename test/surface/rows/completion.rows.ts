import { errorOf, resultOf } from '../by-hand.js';
import type { Rows } from '../surface-link.interface.js';

const GREETING = { type: 'ref/prompt', name: 'greet' } as const;
const SHELVES = { type: 'ref/resource', uri: 'surface://shelves/{shelf}' } as const;

export const COMPLETION_ROWS: Rows = {
  'what is offered depends on what was typed, and on what was chosen before': async ({
    client,
  }) => {
    const offered = async (value: string, language?: string) => {
      const context = language === undefined ? undefined : { arguments: { language } };
      const argument = { name: 'name', value };
      return (await client.complete({ ref: GREETING, argument, context })).completion.values;
    };

    expect(await offered('A', 'de')).toEqual(['Anna', 'Arno']);
    expect(await offered('Ar', 'de')).toEqual(['Arno']);
    expect(await offered('A', 'fr')).toEqual(['Amélie']);
    expect(await offered('A')).toEqual([]);
  },

  'the first hundred are offered, and how many there are': async ({ client }) => {
    const argument = { name: 'shelf', value: '' };
    const { completion } = await client.complete({ ref: SHELVES, argument });

    expect(completion).toEqual({
      values: Array.from({ length: 100 }, (_, shelf) => `shelf ${shelf}`),
      total: 250,
      hasMore: true,
    });
  },

  'where nobody completes nothing is offered': async ({ client }) => {
    const argument = { name: 'language', value: 'd' };
    const { completion } = await client.complete({ ref: GREETING, argument });

    expect(completion).toEqual({ values: [], total: 0, hasMore: false });
  },

  'what does not exist, or is hidden, is refused': async (link) => {
    const argument = { name: 'uri', value: '' };
    const refusals = await Promise.all(
      [
        { type: 'ref/prompt', name: 'nowhere' },
        { type: 'ref/resource', uri: 'surface://nowhere/{x}' },
        { type: 'ref/tool', name: 'nowhere' },
        { type: 'ref/tool', name: 'hidden_tool' },
      ].map((ref) => errorOf(link, 'completion/complete', { ref, argument })),
    );

    expect(refusals.map(({ code }) => code)).toEqual([-32602, -32602, -32602, -32602]);
    const [, , unknown, hidden] = refusals.map(({ message }) => String(message));
    expect(hidden).toBe(unknown?.replace('nowhere', 'hidden_tool'));
  },

  'a request without a reference or an argument is refused': async (link) => {
    for (const params of [{ ref: GREETING }, { argument: { name: 'name', value: '' } }]) {
      expect((await errorOf(link, 'completion/complete', params)).code).toBe(-32602);
    }
  },

  'the argument of a tool can be completed, too': async (link) => {
    const ref = { type: 'ref/tool', name: 'take_order' };
    const offered = async (name: string, value: string) =>
      (await resultOf(link, 'completion/complete', { ref, argument: { name, value } })).completion;

    expect(await offered('number', 'A')).toEqual({
      values: ['A-1', 'A-2'],
      total: 2,
      hasMore: false,
    });
    expect(await offered('wrapping', '')).toEqual({ values: [], total: 0, hasMore: false });
  },
};
