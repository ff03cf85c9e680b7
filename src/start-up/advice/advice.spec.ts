import { CatalogueStore } from '../../registry/catalogue-store.js';
import { NO_ARGUMENTS } from '../../registry/no-arguments.js';
import { ADVICE, adviceOn } from './advice.js';
import type { OfferedThings } from './advice.interface.js';

const handlerAt = (place: string) => ({
  place,
  interceptors: [],
  open: () => {
    throw new Error('nothing is called');
  },
});

interface Shown {
  readonly tools?: readonly string[];
  readonly prompts?: readonly string[];
  readonly description?: string;
}

function offering(
  { tools = [], prompts = [], description = 'does it' }: Shown,
  more: Partial<OfferedThings> = {},
): OfferedThings {
  const catalogue = new CatalogueStore();
  catalogue.add({
    tools: tools.map((name, index) => ({
      name,
      description,
      input: NO_ARGUMENTS,
      handler: handlerAt(`Shop.tool${index}`),
    })),
    prompts: prompts.map((name) => ({ name, arguments: [], handler: handlerAt('Shop.prompt') })),
  });
  return {
    catalogue,
    allowedTools: undefined,
    offersLater: false,
    server: 'default',
    ...more,
  };
}

const long = 'a'.repeat(65);

/** One row for each mistake: the rule that finds it, and what the sentence must name. */
const MISTAKES: readonly (readonly [keyof typeof ADVICE, OfferedThings, RegExp])[] = [
  [
    'names that hosts refuse',
    offering({ tools: ['shop.find', 'fine'] }),
    /"shop\.find" \(Shop\.tool0\),.*`naming`/,
  ],
  ['names that hosts refuse', offering({ tools: [long] }), /at most 64 characters/],
  [
    'names that hosts refuse',
    offering({ prompts: ['say hello'] }),
    /"say hello" \(Shop\.prompt\).*`title`/,
  ],
  [
    'names alike',
    offering({ tools: ['find_order', 'Find_Order'] }),
    /"Find_Order" .*"find_order" .*`name`/,
  ],
  ['names alike', offering({ tools: ['find-order', 'find_order'] }), /case or punctuation/],
  ['names alike', offering({ prompts: ['Hello', 'hello'] }), /^The prompts /],
  [
    'no description',
    offering({ tools: ['a'], description: ' ' }),
    /"a" \(Shop\.tool0\)\..*`description`/,
  ],
  [
    'hidden tools',
    offering({ tools: ['a', 'b'] }, { allowedTools: new Set() }),
    /`authorizer` hides every tool \(2\).*denies everything/,
  ],
  [
    'hidden tools',
    offering({ tools: ['a'] }, { allowedTools: new Set(['A']) }),
    /allowlist\(\) names "A", of which there is none/,
  ],
  ['nothing is offered', offering({}), /server "default" offers nothing.*`providers`/],
];

describe('advice on what a server offers', () => {
  it.each(MISTAKES)('%s: one sentence, with cause and remedy', (rule, offered, expected) => {
    expect(adviceOn(offered)).toEqual([expect.stringMatching(expected)]);
    expect(ADVICE[rule](offered)).toHaveLength(1);
  });

  it.each([
    ['usual names', offering({ tools: ['find_order', 'find-book', 'a'.repeat(64)] })],
    ['a prompt with dots', offering({ prompts: ['shop.hello'] })],
    [
      'one tool of several on the allowlist',
      offering({ tools: ['a', 'b'] }, { allowedTools: new Set(['b', 'c']) }),
    ],
    ['a tool and a prompt of one name', offering({ tools: ['hello'], prompts: ['hello'] })],
    ['what is offered later', offering({}, { offersLater: true })],
    [
      'a policy that denies everything where there is nothing',
      offering({}, { allowedTools: new Set(), offersLater: true }),
    ],
  ])('there is none on %s', (_, offered) => {
    expect(adviceOn(offered)).toEqual([]);
  });

  it('names ten places and counts the rest', () => {
    const tools = Array.from({ length: 12 }, (_value, index) => `shop.t${index}`);

    expect(adviceOn(offering({ tools }))).toEqual([expect.stringMatching(/ and 2 more, because/)]);
  });
});
