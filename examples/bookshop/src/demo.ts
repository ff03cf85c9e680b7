import { fileURLToPath } from 'node:url';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { configureApp } from './configure-app.js';
import { CoreFollower } from './demo/core-follower.js';
import { ExtensionFollower } from './demo/extension-follower.js';
import { Peer } from './demo/peer.js';
import {
  addUpTheYear,
  askLocally,
  lookThingsUp,
  runTheShop,
  settleComplaints,
  writeLetters,
} from './demo/scenes.js';
import { Transcript } from './demo/transcript.js';

const transcript = new Transcript();

const overStdio = () =>
  new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('./main.stdio.js', import.meta.url))],
    stderr: 'ignore',
  });

const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
configureApp(app);
await app.listen(0, '127.0.0.1');
try {
  const url = await app.getUrl();
  const overHttp = () => new StreamableHTTPClientTransport(new URL('/mcp', url));

  transcript.say(`The bookshop is a Nest backend with a REST API. Importing McpModule and decorating
methods of its services made it an MCP server as well. It listens on ${url}.`);

  transcript.heading('The REST API works as before');
  await transcript.step({
    method: 'GET',
    about: '/books?text=dragon&pageSize=1',
    expected: { contains: 'Dragon' },
    send: async () => ({
      text: await (await fetch(`${url}/books?text=dragon&pageSize=1`)).text(),
    }),
  });

  transcript.heading('The shop assistant: a client of the 2025 revisions, over HTTP');
  await Peer.meet(transcript, overHttp(), { revision: '2025-11-25' }, lookThingsUp);

  transcript.heading('The complaints desk: the same, with a person at the client who can be asked');
  const desk = { revision: '2025-11-25', asksPeople: true } as const;
  await Peer.meet(transcript, overHttp(), desk, settleComplaints);

  transcript.heading('The shop keeper: a client of revision 2026-07-28, over HTTP, asked as well');
  const keeper = { revision: '2026-07-28', asksPeople: true } as const;
  await Peer.meet(transcript, overHttp(), keeper, runTheShop);

  transcript.heading('The accounts department: lets a call go on as a task, and looks where it is');
  await new CoreFollower(transcript, overHttp()).meet(addUpTheYear);
  await new ExtensionFollower(transcript, overHttp()).meet(addUpTheYear);

  transcript.heading('A desktop client that starts the backend itself, over stdio');
  await Peer.meet(transcript, overStdio(), { revision: '2025-11-25' }, askLocally);

  transcript.heading(
    'The same, of revision 2026-07-28: it starts the backend twice, to ask and to stay',
  );
  await Peer.meet(transcript, overStdio(), { revision: '2026-07-28' }, writeLetters);
} finally {
  await app.close();
}
process.exitCode = transcript.finish() ? 0 : 1;
