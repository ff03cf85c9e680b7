import { randomUUID } from 'node:crypto';
import { callOf, textOf } from '../by-hand.js';
import type { Rows, SurfaceLink } from '../surface-link.interface.js';

/** Everything that can go wrong with what a client sends, with a marker in every place of it. */
async function sendEverywhere(link: SurfaceLink, marker: string): Promise<void> {
  const requests: readonly (readonly [string, object])[] = [
    ['tools/call', { name: 'take_order', arguments: { number: marker } }],
    ['tools/call', { name: 'take_order', arguments: { number: 7, wrapping: marker } }],
    ['tools/call', { name: 'take_order', arguments: { number: '7', [marker]: marker } }],
    ['tools/call', { name: 'take_order', arguments: marker }],
    ['tools/call', { name: 'nowhere', arguments: { number: marker } }],
    ['tools/call', { name: 'hidden_tool', arguments: { uri: marker } }],
    ['tools/call', { name: 'fail_tool', arguments: { kind: 'error', note: marker } }],
    ['tools/call', { name: 'give_misshapen', arguments: { shape: 'cycle', note: marker } }],
    ['prompts/get', { name: 'greet', arguments: { language: marker } }],
    ['prompts/get', { name: 'fail_prompt', arguments: { kind: 'error', note: marker } }],
    ['resources/read', { uri: `surface://shelves/${marker}` }],
    ['resources/read', { uri: `surface://failures/${marker}` }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'name', value: marker } },
    ],
    ['tools/list', { cursor: marker }],
  ];
  for (const [method, params] of requests) await link.ask(method, params);
  await link.client.callTool({ name: 'take_order', arguments: { number: marker } });
}

export const PRIVACY_ROWS: Rows = {
  'nothing that a client sends is printed': async (link) => {
    const marker = `marker-${randomUUID()}`;
    await sendEverywhere(link, marker);
    // Everything before this was printed before it.
    const failed = textOf(await callOf(link, 'fail_tool', { kind: 'error' }));
    await link.prints(/reference (.*)\)/.exec(failed)?.[1] ?? 'a reference');

    expect(link.printed).not.toContain(marker);
    // The answer has it, so it was there to be printed.
    expect(textOf(await callOf(link, 'take_order', { number: marker }))).toContain(marker);
  },

  'the output that carries messages carries nothing else': async (link) => {
    await callOf(link, 'write_logs');

    expect(link.stray).toEqual([]);
  },
};
