import { Injectable } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { McpContext, McpTool } from 'nest-mcp';
import { LOG_LEVELS } from '../../../src/protocol/log-level.js';
import { bootContext } from '../../support/boot-app.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { ALL_REVISIONS, LEGACY_REVISIONS, MODERN_REVISION } from '../../support/revisions.js';

@Injectable()
class Reporter {
  @McpTool()
  async report(ctx: McpContext): Promise<string> {
    for (const level of LOG_LEVELS) await ctx.log(level, { about: level }, 'reporter');
    return 'done';
  }
}

const LEVEL = 'io.modelcontextprotocol/logLevel';
const UNKNOWN = ['verbose', '', 'INFO', 5, null, {}];

describe('log messages', () => {
  let app: TestingModule;
  let wire: MemoryWire;

  beforeAll(async () => {
    app = await bootContext({ providers: [Reporter] });
  });
  afterEach(() => wire.close());
  afterAll(() => app.close());

  /** Levels of what a call logs. */
  async function levels(_meta: object = {}): Promise<string[]> {
    const messages = await wire.ask('call', 'tools/call', { name: 'report', _meta });
    return messages
      .filter(({ method }) => method === 'notifications/message')
      .map(({ params }) => params.level as string);
  }

  describe.each(LEGACY_REVISIONS)('in %s', (version) => {
    beforeEach(async () => {
      wire = await MemoryWire.open(app, version);
    });

    const setLevel = (level: unknown) => wire.ask('level', 'logging/setLevel', { level });

    it('are all sent before a level was set', async () => {
      expect(await levels()).toEqual(LOG_LEVELS);
    });

    it.each(LOG_LEVELS.map((level, index) => ({ level, index })))(
      'are sent from $level on once that was set',
      async ({ level, index }) => {
        expect(await setLevel(level)).toEqual([{ jsonrpc: '2.0', id: 'level', result: {} }]);
        expect(await levels()).toEqual(LOG_LEVELS.slice(index));
      },
    );

    it.each(UNKNOWN)('keep their level when %j is set, which is refused', async (level) => {
      await setLevel('alert');

      expect(await setLevel(level)).toMatchObject([
        { error: { code: -32602, message: expect.stringContaining('debug, info, notice') } },
      ]);
      expect(await levels()).toEqual(['alert', 'emergency']);
    });

    it('have a level for each link', async () => {
      const other = await MemoryWire.open(app, version);
      await other.ask('level', 'logging/setLevel', { level: 'emergency' });
      other.close();

      expect(await levels()).toEqual(LOG_LEVELS);
    });

    it('carry level, logger and data, and come before the answer', async () => {
      await setLevel('emergency');

      expect(await wire.ask('call', 'tools/call', { name: 'report' })).toEqual([
        {
          jsonrpc: '2.0',
          method: 'notifications/message',
          params: { level: 'emergency', logger: 'reporter', data: { about: 'emergency' } },
        },
        expect.objectContaining({ id: 'call' }),
      ]);
    });
  });

  describe('in 2026-07-28', () => {
    beforeEach(async () => {
      wire = await MemoryWire.open(app, MODERN_REVISION);
    });

    it('are not sent to a request without a level', async () => {
      expect(await levels()).toEqual([]);
    });

    it.each(LOG_LEVELS.map((level, index) => ({ level, index })))(
      'are sent from $level on to a request with that level',
      async ({ level, index }) => {
        expect(await levels({ [LEVEL]: level })).toEqual(LOG_LEVELS.slice(index));
      },
    );

    it('are not sent to the next request because of the last', async () => {
      await levels({ [LEVEL]: 'debug' });

      expect(await levels()).toEqual([]);
    });

    it.each(UNKNOWN)('do not have the level %j: the request is refused', async (level) => {
      const messages = await wire.ask('call', 'tools/call', {
        name: 'report',
        _meta: { [LEVEL]: level },
      });

      expect(messages).toMatchObject([
        { id: 'call', error: { code: -32602, message: expect.stringContaining(LEVEL) } },
      ]);
    });
  });

  it.each(ALL_REVISIONS)('in %s do not reach other links', async (version) => {
    wire = await MemoryWire.open(app, version);
    const other = await MemoryWire.open(app, version);
    await levels({ [LEVEL]: 'debug' });
    other.close();

    expect(other.received).toEqual([]);
  });
});
