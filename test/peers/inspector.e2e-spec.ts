import { jest } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { inspect } from './inspect.js';
import { peersCommand, servePeers } from './serve-peers.js';

/** Processes take their time to start on a busy machine, and the first run installs the Inspector. */
jest.setTimeout(120_000);

/** The Inspector tells a tool's failure by this exit code. */
const TOOL_FAILED = 5;

const ERAS = [
  { era: 'legacy', protocolVersion: '2025-11-25' },
  { era: 'auto', protocolVersion: '2026-07-28' },
  { era: 'modern', protocolVersion: '2026-07-28' },
] as const;

const callTool = (name: string, args: object = {}) => [
  'tools/call',
  '--tool-name',
  name,
  '--tool-args-json',
  JSON.stringify(args),
];

const said = (text: string) => ({ content: [{ type: 'text', text }] });

let app: INestApplication;
let target: readonly string[];

beforeAll(async () => {
  const server = await servePeers();
  app = server.app;
  target = [server.url.href];
});

afterAll(() => app.close());

describe.each(ERAS)('the Inspector, era $era', ({ era, protocolVersion }) => {
  it('speaks the right revision over HTTP', async () => {
    const { exitCode, result } = await inspect(target, era, callTool('describe_call'));

    const call = { protocolVersion, transport: 'http', client: 'inspector-cli' };
    expect(exitCode).toBe(0);
    expect(result).toMatchObject(said(JSON.stringify(call)));
  });

  it('speaks the right revision over stdio', async () => {
    const { command, args } = await peersCommand();

    const { exitCode, result } = await inspect([command, ...args], era, callTool('describe_call'));

    const call = { protocolVersion, transport: 'stdio', client: 'inspector-cli' };
    expect(exitCode).toBe(0);
    expect(result).toMatchObject(said(JSON.stringify(call)));
  });
});

/** What it negotiates by itself is one of these. */
describe.each(['legacy', 'modern'] as const)('the Inspector, era %s', (era) => {
  it('finds no tool schema that is wrong', async () => {
    const { exitCode, result, complaint } = await inspect(target, era, ['tools/list', '--strict']);

    expect(result?.tools).toContainEqual(expect.objectContaining({ name: 'search_books' }));
    expect(complaint).toMatch(/\b0 errors\b/);
    expect(exitCode).toBe(0);
  });

  it('gets structured content', async () => {
    const report = callTool('stock_report', { genre: 'science' });

    const { exitCode, result } = await inspect(target, era, report);

    expect(exitCode).toBe(0);
    expect(result?.structuredContent).toMatchObject({ titles: 30 });
  });

  it('takes invalid arguments for a failure of the tool', async () => {
    const { exitCode, result } = await inspect(
      target,
      era,
      callTool('search_books', { pageSize: 500 }),
    );

    expect(exitCode).toBe(TOOL_FAILED);
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('pageSize: must not be greater than 50') }],
    });
  });

  it('reads a resource', async () => {
    const uri = 'bookshop://orders/BS-100042';

    const { result } = await inspect(target, era, ['resources/read', '--uri', uri]);

    expect(result?.contents).toMatchObject([{ uri, mimeType: 'application/json' }]);
  });

  it('gets a prompt', async () => {
    const args = ['--prompt-name', 'complaint_reply', '--prompt-args', 'number=BS-100042'];

    const { result } = await inspect(target, era, ['prompts/get', ...args]);

    expect(result?.messages).toMatchObject([
      { role: 'user', content: { text: expect.stringContaining('Keep the tone friendly.') } },
    ]);
  });
});
