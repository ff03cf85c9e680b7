import { jest } from '@jest/globals';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { connectClientV2 } from '../peers/client-v2.peer.js';
import { StdioProcess } from '../support/stdio-process.js';

/** Processes take their time to start on a busy machine. */
jest.setTimeout(30_000);

interface Connections {
  readonly url: URL;
  readonly command: string;
  readonly args: string[];
}

/** What the printed client configurations say: the indented JSON blocks, HTTP and stdio. */
function connectionsIn(output: string): Connections {
  const blocks = output.match(/^ {2}\{\n(?: {4}.*\n)+ {2}\}$/gm) ?? [];
  const [overHttp, overStdio] = blocks.map((block) => JSON.parse(block).mcpServers.bookshop);
  return { url: new URL(overHttp.url), command: overStdio.command, args: overStdio.args };
}

describe('the bookshop, started', () => {
  let shop: StdioProcess;

  beforeEach(async () => {
    shop = await StdioProcess.start('examples/bookshop/src/main.js', {
      PORT: '0',
      // As a stranger starts it: whatever environment that is, it counts as production.
      NODE_ENV: undefined,
    });
    await shop.prints('main.stdio.js');
  });

  afterEach(async () => {
    shop.kill('SIGKILL');
    await shop.exited;
  });

  it('prints how a client connects to it', async () => {
    const { url } = connectionsIn(shop.output);

    const peer = await connectClientV2(new StreamableHTTPClientTransport(url), {});

    expect(peer.server).toMatchObject({ name: 'bookshop' });
    await peer.close();
  });

  it('prints how a client starts it itself', async () => {
    const { command, args } = connectionsIn(shop.output);

    const peer = await connectClientV2(
      new StdioClientTransport({ command, args, stderr: 'ignore' }),
      {},
    );

    expect(peer.server).toMatchObject({ name: 'bookshop' });
    await peer.close();
  });

  it('says what to type to ask it, and serves its REST API there', async () => {
    const rest = /REST API +(\S+)/.exec(shop.output)?.[1] ?? '';

    expect(shop.output).toContain('--method tools/list');
    expect((await fetch(rest)).status).toBe(200);
  });

  it('closes with Ctrl-C, although a client is connected', async () => {
    const { url } = connectionsIn(shop.output);
    const peer = await connectClientV2(new StreamableHTTPClientTransport(url), {});

    shop.kill('SIGINT');

    expect(await shop.exited).toEqual({ code: 0, signal: null });
    expect(shop.errors).toBe('');
    await peer.close();
  });
});
