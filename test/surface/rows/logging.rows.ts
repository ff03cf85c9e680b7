import { errorOf, resultOf } from '../by-hand.js';
import { atLogLevel, LOG_LEVELS } from '../log-level.js';
import type { Message, Rows, SurfaceLink } from '../surface-link.interface.js';

async function logsOf(link: SurfaceLink, _meta: Message = {}): Promise<readonly Message[]> {
  const { before } = await link.ask('tools/call', { name: 'log_everything', _meta });
  return before.map(({ method, params }) => ({ method, ...params }));
}

const levelsOf = async (link: SurfaceLink, _meta?: Message) =>
  (await logsOf(link, _meta)).map(({ level }) => level);

export const LOGGING_ROWS: Rows = {
  'who names a level is told that level and those above': async (link) => {
    for (const [index, level] of LOG_LEVELS.entries()) {
      const _meta = await atLogLevel(link, level);

      expect(await levelsOf(link, _meta)).toEqual(LOG_LEVELS.slice(index));
    }
  },

  'a message is its data, and names who speaks if that was said': async (link) => {
    const logs = await logsOf(link, await atLogLevel(link, 'alert'));

    expect(logs).toEqual([
      { method: 'notifications/message', level: 'alert', data: 'an alert' },
      {
        method: 'notifications/message',
        level: 'emergency',
        logger: 'surface',
        data: { message: 'an emergency', floor: 3 },
      },
    ]);
  },

  'an unknown level is refused, and changes nothing': async (link) => {
    const kept = await atLogLevel(link, 'emergency');
    for (const level of ['loud', 'ERROR', '', 7, '__proto__']) {
      const { answer } =
        link.era === 'legacy'
          ? await link.ask('logging/setLevel', { level })
          : await link.ask('tools/list', { _meta: { 'io.modelcontextprotocol/logLevel': level } });

      expect(answer.error?.code).toBe(-32602);
    }
    expect(await levelsOf(link, kept)).toEqual(['emergency']);
  },

  'who named none is told everything up to 2025-11-25, and nothing in 2026-07-28': async (link) => {
    if (link.era === 'modern') {
      await levelsOf(link, await atLogLevel(link, 'debug'));
      expect(await levelsOf(link)).toEqual([]);
      return;
    }
    const client = await link.connect();
    const heard: string[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => {
      heard.push(params.level);
    });
    // A process has one connection, whose level was set before.
    if (link.transport === 'stdio') await resultOf(link, 'logging/setLevel', { level: 'debug' });
    await client.callTool({ name: 'log_everything' });

    expect(heard).toEqual(LOG_LEVELS);
    client.removeNotificationHandler('notifications/message');
  },

  'what a call says after its answer is for its session, which 2026-07-28 does not have': async (
    link,
  ) => {
    const _meta = await atLogLevel(link, 'emergency');
    const { after } = await link.ask('tools/call', { name: 'say_late', _meta });

    // Over HTTP it would come on a stream of the session, not with the response.
    const isHeard = link.era === 'legacy' && link.transport === 'stdio';
    expect((await after()).map(({ params }) => params)).toEqual(
      isHeard ? [{ level: 'emergency', data: 'too late' }] : [],
    );
  },

  'setting a level is a method up to 2025-11-25, and the official client does': async (link) => {
    if (link.era === 'modern') {
      expect((await errorOf(link, 'logging/setLevel', { level: 'debug' })).code).toBe(-32601);
    } else {
      expect(await link.client.setLoggingLevel('debug')).toEqual({});
    }
  },
};
