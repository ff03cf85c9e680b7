import type { TestingModule } from '@nestjs/testing';
import type { McpModuleOptions } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { refusal } from '../../support/refusal.js';
import { ALL_REVISIONS, MODERN_REVISION } from '../../support/revisions.js';

describe.each(ALL_REVISIONS)('a tool that does not exist, in %s,', (protocolVersion) => {
  const code = protocolVersion === MODERN_REVISION ? -32602 : -32601;
  let app: TestingModule;
  let client: McpTestClient;

  async function boot(mcp: Partial<McpModuleOptions> = {}): Promise<void> {
    app = await bootContext({}, mcp);
    client = await McpTestClient.inMemory(app, { protocolVersion });
  }

  afterEach(() => app.close());

  it.each(['nope', '', '__proto__', 'constructor', 'toString'])(
    'is refused by its name: "%s"',
    async (name) => {
      await boot();

      expect(await refusal(client, 'tools/call', { name })).toEqual({
        code,
        message: `Tool not found: ${name}`,
      });
    },
  );

  it('is refused with a code of the application', async () => {
    await boot({ unknownToolCode: -31000 });

    expect((await refusal(client, 'tools/call', { name: 'nope' })).code).toBe(-31000);
  });

  it.each([
    ['a text', (name: string) => `${name} has stopped`],
    ['a promise of a text', async (name: string) => `${name} has stopped`],
  ])('is explained to the model by %s', async (_what, unknownToolReply) => {
    await boot({ unknownToolReply });

    expect(await client.callTool('a.b')).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'a.b has stopped' }],
    });
  });

  it('is explained with an empty text too', async () => {
    await boot({ unknownToolReply: () => '' });

    expect(await client.callTool('a.b')).toMatchObject({ isError: true, content: [{ text: '' }] });
  });

  it.each([
    ['undefined', () => undefined],
    ['null', () => null],
    ['a number', () => 7],
    ['an object', () => ({ text: 'x' })],
    ['a promise of nothing', async () => undefined],
  ])('is refused when the explanation is %s', async (_what, reply) => {
    await boot({ unknownToolReply: reply as McpModuleOptions['unknownToolReply'] });

    expect((await refusal(client, 'tools/call', { name: 'a.b' })).code).toBe(code);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('sk-secret');
      },
    ],
    ['rejects', () => Promise.reject(new Error('sk-secret'))],
  ])('is refused when the explanation %s, which is logged', async (_how, unknownToolReply) => {
    const logger = new RecordingLogger();
    await boot({ unknownToolReply });
    app.useLogger(logger);

    const error = await refusal(client, 'tools/call', { name: 'a.b' });

    expect(error).toEqual({ code, message: 'Tool not found: a.b' });
    expect(logger.text).toContain('sk-secret');
  });
});
