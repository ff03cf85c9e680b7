import { callOf, entryOf, textOf } from '../by-hand.js';
import { hearChanges } from '../hear-changes.js';
import type { Rows } from '../surface-link.interface.js';

const EVERY_LIST = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
};

export const CHANGE_ROWS: Rows = {
  'each list that changes is told once, by its own name, however often that is said': async (
    link,
  ) => {
    const heard = await hearChanges(link, EVERY_LIST);
    const told: string[] = [];
    for (const list of ['tools', 'resources', 'prompts']) {
      await callOf(link, 'change_list', { list });
      told.push(await heard.next());
    }
    await heard.stop();

    // Had one been told twice, the second would have come before the next.
    expect(told).toEqual(['tools', 'resources', 'prompts'].map((list) => `${list}/list_changed`));
  },

  'fifty tools that come at once are one change, and can be listed and called': async (link) => {
    const heard = await hearChanges(link, EVERY_LIST);
    await callOf(link, 'learn');
    await callOf(link, 'change_list', { list: 'prompts' });
    const told = [await heard.next(), await heard.next()];
    const entry = await entryOf(link, 'tools/list', 'tools', 'learned_49');
    const answer = await callOf(link, 'learned_49');
    await callOf(link, 'forget');
    told.push(await heard.next());
    await heard.stop();

    expect(told).toEqual(['tools/list_changed', 'prompts/list_changed', 'tools/list_changed']);
    expect([entry?.name, textOf(answer)]).toEqual(['learned_49', 'learned_49']);
    expect(await entryOf(link, 'tools/list', 'tools', 'learned_49')).toBeUndefined();
  },

  'a resource that changes is told to those who asked for it, and no other is': async (link) => {
    const uri = 'surface://shelves/7';
    const heard = await hearChanges(link, { resourceSubscriptions: [uri] });
    await callOf(link, 'touch', { uri: 'surface://shelves/8' });
    await callOf(link, 'touch', { uri });
    const told = await heard.next();
    await heard.stop();

    expect(told).toBe(`resources/updated ${uri}`);
  },

  'a change is told only to those it is meant for': async (link) => {
    const heard = await hearChanges(link, EVERY_LIST);
    await callOf(link, 'change_by_transport');
    await callOf(link, 'change_list', { list: 'resources' });
    const told = [await heard.next(), await heard.next()];
    await heard.stop();

    const mine = link.transport === 'http' ? 'tools' : 'prompts';
    expect(told).toEqual([`${mine}/list_changed`, 'resources/list_changed']);
  },

  'who has stopped to listen is told nothing more': async (link) => {
    const [gone, kept] = ['surface://shelves/1', 'surface://shelves/2'];
    await (await hearChanges(link, { resourceSubscriptions: [gone] })).stop();
    const heard = await hearChanges(link, { resourceSubscriptions: [kept] });
    await callOf(link, 'touch', { uri: gone });
    await callOf(link, 'touch', { uri: kept });
    const told = await heard.next();
    await heard.stop();

    expect(told).toBe(`resources/updated ${kept}`);
  },
};
