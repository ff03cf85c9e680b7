import { fileURLToPath } from 'node:url';
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { configureApp } from './configure-app.js';
import { Peer } from './demo/peer.js';
import { askLocally, lookThingsUp, runTheShop } from './demo/scenes.js';
import { Transcript } from './demo/transcript.js';

const transcript = new Transcript();

async function play(peer: Peer, transport: Transport, scene: (peer: Peer) => Promise<void>) {
  await peer.connect(transport);
  await scene(peer).finally(() => peer.close());
}

const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
configureApp(app);
await app.listen(0, '127.0.0.1');
try {
  const url = await app.getUrl();
  const overHttp = () => new StreamableHTTPClientTransport(new URL('/mcp', url));
  const stdio = new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('./main.stdio.js', import.meta.url))],
    stderr: 'ignore',
  });

  transcript.heading('REST, as before');
  await transcript.step({
    method: 'GET',
    about: '/books?text=dragon&pageSize=1',
    expected: { contains: 'Dragon' },
    send: async () => ({
      text: await (await fetch(`${url}/books?text=dragon&pageSize=1`)).text(),
    }),
  });

  transcript.heading('A client of today, over Streamable HTTP');
  await play(new Peer(transcript, 'legacy'), overHttp(), lookThingsUp);

  transcript.heading('A client of the newest revision, over Streamable HTTP');
  await play(new Peer(transcript, { pin: '2026-07-28' }), overHttp(), runTheShop);

  transcript.heading('A client that starts the backend, over stdio');
  await play(new Peer(transcript, 'legacy'), stdio, askLocally);
} finally {
  await app.close();
}
process.exitCode = transcript.finish() ? 0 : 1;
