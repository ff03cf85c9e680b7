import type { Client } from '@modelcontextprotocol/client';
import { atLogLevel } from '../log-level.js';
import type { Rows, SurfaceLink } from '../surface-link.interface.js';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** A flood of numbered messages, as far as a client has heard it. */
class HeardFlood {
  readonly heard: number[] = [];

  private constructor(
    private readonly client: Client,
    readonly name: string,
    private readonly steps: number,
  ) {}

  /** Has the server send a client this many messages, and gives what it heard of them. */
  static async of(link: SurfaceLink, client: Client, name: string, steps: number) {
    const flood = new HeardFlood(client, name, steps);
    await flood.run(link);
    return flood.heard;
  }

  /** Messages belong to the session up to 2025-11-25, and to the call in 2026-07-28. */
  private async run(link: SurfaceLink): Promise<void> {
    const all = this.hear();
    const tool = link.era === 'modern' ? 'flood_call' : 'flood_session';
    const _meta = link.era === 'modern' ? await atLogLevel(link, 'emergency') : {};
    const args = { of: this.name, steps: this.steps };
    await this.client.callTool({ name: tool, arguments: args, _meta });
    await all;
    this.client.removeNotificationHandler('notifications/message');
  }

  private hear(): Promise<void> {
    return new Promise((resolve) => {
      this.client.setNotificationHandler('notifications/message', ({ params }) => {
        const { of, n } = params.data as { of: string; n: number };
        if (of !== this.name) return;
        this.heard.push(n);
        if (this.heard.length === this.steps) resolve();
      });
    });
  }
}

export const ORDER_ROWS: Rows = {
  'ten thousand messages arrive at the official client in order': async (link) => {
    expect(await HeardFlood.of(link, link.client, 'all', 10_000)).toEqual(numbers(10_000));
  },

  'two thousand messages of a call arrive in order, before its answer': async (link) => {
    const _meta = await atLogLevel(link, 'emergency');
    const params = { name: 'flood_call', arguments: { steps: 2_000, of: 'call' }, _meta };
    const { before } = await link.ask('tools/call', params);

    expect(before.map(({ params: { data } }) => data.n)).toEqual(numbers(2_000));
  },

  'five clients at once hear what is theirs, each in its own order': async (link) => {
    const clients = [link.client];
    // A process has one client.
    while (link.transport === 'http' && clients.length < 5) clients.push(await link.connect());
    // The stream of a session is open when something has come by it.
    for (const client of clients) await HeardFlood.of(link, client, 'ready', 1);

    const heard = await Promise.all(
      clients.map((client, n) => HeardFlood.of(link, client, `flood ${n}`, 1_000)),
    );

    expect(heard).toEqual(clients.map(() => numbers(1_000)));
  },
};
