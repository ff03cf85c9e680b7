import { callOf, entryOf, errorOf, jsonOf, textOf } from '../by-hand.js';
import { hearChanges } from '../hear-changes.js';
import type { Rows } from '../surface-link.interface.js';

const ATTIC = 'attic_tool';

export const SESSION_ROWS: Rows = {
  'a session remembers, and a request of 2026-07-28 is one of its own': async (link) => {
    const heard = [
      await jsonOf(link, 'say_word', { word: 'a' }),
      await jsonOf(link, 'say_word', { word: 'b' }),
    ];
    await callOf(link, 'forget_words');

    expect(heard).toEqual([['a'], link.era === 'legacy' ? ['a', 'b'] : ['b']]);
  },

  'a call that fails leaves nothing behind': async (link) => {
    await callOf(link, 'say_word_in_vain', { word: 'a' });
    const heard = await jsonOf(link, 'say_word', { word: 'b' });
    await callOf(link, 'forget_words');

    expect(heard).toEqual(['b']);
  },

  'what one session remembers another does not': async (link) => {
    await callOf(link, 'say_word', { word: 'a' });
    // A process has one session.
    const { client } = link;
    const word = { name: 'say_word', arguments: { word: 'b' } };
    const heard = JSON.parse(textOf(await client.callTool(word)));
    await client.callTool({ name: 'forget_words' });
    await callOf(link, 'forget_words');

    const isShared = link.era === 'legacy' && link.transport === 'stdio';
    expect(heard).toEqual(isShared ? ['a', 'b'] : ['b']);
  },

  'a notification of its own method comes with the call that sends it': async (link) => {
    const { before } = await link.ask('tools/call', {
      name: 'announce',
      arguments: { word: 'tea' },
    });

    expect(before).toEqual([
      { jsonrpc: '2.0', method: 'notifications/surface/word', params: { word: 'tea' } },
    ]);
  },

  'the official client hears notifications of a method it does not know': async ({ client }) => {
    const heard: unknown[] = [];
    client.fallbackNotificationHandler = async ({ method, params }) => {
      heard.push([method, params]);
    };
    await client.callTool({ name: 'announce', arguments: { word: 'tea' } });
    client.fallbackNotificationHandler = undefined;

    expect(heard).toEqual([['notifications/surface/word', { word: 'tea' }]]);
  },

  'a tool of one session is there for it, and for no other': async (link) => {
    const opened = textOf(await callOf(link, 'open_attic'));
    const isListed = (await entryOf(link, 'tools/list', 'tools', ATTIC)) !== undefined;
    const { answer } = await link.ask('tools/call', { name: ATTIC });
    const { tools } = await link.client.listTools();
    await callOf(link, 'close_attic');

    const isLegacy = link.era === 'legacy';
    expect([opened, isListed]).toEqual([ATTIC, isLegacy]);
    expect(isLegacy ? textOf(answer.result) : answer.error?.code).toBe(isLegacy ? 'dusty' : -32602);
    expect(tools.some(({ name }) => name === ATTIC)).toBe(isLegacy && link.transport === 'stdio');
  },

  'a tool that was taken back looks as if it never was': async (link) => {
    await callOf(link, 'open_attic');
    await callOf(link, 'close_attic');
    const [gone, never] = [
      await errorOf(link, 'tools/call', { name: ATTIC }),
      await errorOf(link, 'tools/call', { name: 'never_tool' }),
    ];

    expect(JSON.stringify(gone).replaceAll(ATTIC, 'NAME')).toBe(
      JSON.stringify(never).replaceAll('never_tool', 'NAME'),
    );
  },

  'the official client is told of the tools of its session, and lists and calls them': async (
    link,
  ) => {
    // In 2026-07-28 they are over with the request.
    if (link.era === 'modern') {
      const { answer } = await link.ask('tools/call', { name: 'open_attic' });
      expect(answer.result).toBeDefined();
      return;
    }
    const { client } = link;
    const heard = await hearChanges(link, { toolsListChanged: true });
    await client.callTool({ name: 'open_attic' });
    const told = [await heard.next()];
    const { tools } = await client.listTools();
    const dusty = textOf(await client.callTool({ name: ATTIC }));
    await client.callTool({ name: 'close_attic' });
    told.push(await heard.next());
    await heard.stop();

    expect(told).toEqual(['tools/list_changed', 'tools/list_changed']);
    expect(tools.map(({ name }) => name)).toContain(ATTIC);
    expect(dusty).toBe('dusty');
  },
};
