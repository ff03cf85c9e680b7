import { Injectable } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { McpException, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { bootContext } from '../../support/boot-app.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { ALL_REVISIONS } from '../../support/revisions.js';

/** Throws an exception with whatever data a test put there. */
@Injectable()
class Thrower {
  data: unknown;

  @McpTool()
  tool(): void {
    this.throw();
  }

  @McpPrompt()
  prompt(): string {
    return this.throw();
  }

  @McpResource({ uri: 'x://1' })
  resource(): string {
    return this.throw();
  }

  private throw(): never {
    throw new McpException(4711, 'no stock', this.data);
  }
}

const cycle: Record<string, unknown> = {};
cycle.self = cycle;
const hostile = {
  toJSON: () => {
    throw new Error('never');
  },
};

describe.each(ALL_REVISIONS)('an error whose data JSON cannot say, in %s,', (version) => {
  const logger = new RecordingLogger();
  let app: TestingModule;
  let wire: MemoryWire;

  beforeAll(async () => {
    app = await bootContext({ providers: [Thrower] });
    app.useLogger(logger);
    wire = await MemoryWire.open(app, version);
  });
  afterAll(() => app.close());

  it.each([
    ['a bigint', 1n],
    ['a bigint inside', { left: 1n }],
    ['a cycle', cycle],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['what refuses to be written', hostile],
  ])('is answered all the same: %s', async (_what, data) => {
    app.get(Thrower).data = data;
    logger.lines.length = 0;

    expect(await wire.ask(1, 'tools/call', { name: 'tool' })).toMatchObject([
      { id: 1, result: { isError: true } },
    ]);
    expect(await wire.ask(2, 'prompts/get', { name: 'prompt' })).toMatchObject([
      { id: 2, error: { code: -32603 } },
    ]);
    expect(await wire.ask(3, 'resources/read', { uri: 'x://1' })).toMatchObject([
      { id: 3, error: { code: -32603 } },
    ]);
    expect(logger.text).toContain('McpException: no stock');
  });

  it('is sent as JSON sees it, if that is anything', async () => {
    app.get(Thrower).data = { cause: new Error('x'), at: new Date(0) };
    const answers = await wire.ask(1, 'tools/call', { name: 'tool' });

    expect(JSON.parse(JSON.stringify(answers))).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        error: { code: 4711, message: 'no stock', data: { cause: {}, at: new Date(0).toJSON() } },
      },
    ]);
  });
});
