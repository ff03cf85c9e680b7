import { Inject, Injectable, Module, Scope } from '@nestjs/common';
import { NestFactory, REQUEST } from '@nestjs/core';
import type { AddressInfo } from 'node:net';
import { McpModule, McpTool } from 'nest-mcp';

const CALLS = 100;
const requests: WeakRef<object>[] = [];

@Injectable({ scope: Scope.REQUEST })
class PerRequest {
  constructor(@Inject(REQUEST) request: object) {
    requests.push(new WeakRef(request));
  }

  @McpTool()
  visit(): string {
    return 'seen';
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'soak', requireAuthorization: false })],
  providers: [PerRequest],
})
class SoakModule {}

const call = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'visit',
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});
const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'visit',
};

/** Calls a request-scoped tool, and prints how many of the requests are still held by something. */
const app = await NestFactory.create(SoakModule, { logger: false });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address() as AddressInfo;
for (let n = 0; n < CALLS; n++) {
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers,
    body: call,
  });
  await answer.text();
}
await new Promise((resolve) => setImmediate(resolve));
globalThis.gc?.();
const held = requests.filter((request) => request.deref() !== undefined).length;
console.log(JSON.stringify({ made: requests.length, held }));
await app.close();
