import { callOf, errorOf, textOf } from '../by-hand.js';
import { atLogLevel } from '../log-level.js';
import type { Rows } from '../surface-link.interface.js';

const UNDECLARED = [
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
];

/** Of a server that declares tools and nothing else. */
export const BARE_ROWS: Rows = {
  'it declares what it has': async ({ client }) => {
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true } });
  },

  'methods of what it does not declare do not exist': async (link) => {
    for (const method of UNDECLARED) {
      expect({ method, code: (await errorOf(link, method)).code }).toEqual({
        method,
        code: -32601,
      });
    }
  },

  'its log messages go nowhere': async (link) => {
    const _meta = await atLogLevel(link, 'debug');
    const { before, answer } = await link.ask('tools/call', { name: 'whisper', _meta });

    expect(before).toEqual([]);
    expect(textOf(answer.result)).toBe('said nothing');
    expect((await callOf(link, 'whisper')).isError ?? false).toBe(false);
  },
};
