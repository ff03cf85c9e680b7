import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { McpException, McpModule, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';

@Injectable()
class Shop {
  @McpTool()
  explode(): never {
    throw new McpException(7, 'boom', { room: 12 });
  }
}

const PAGE = `<!doctype html><html><body>${'<p>The gateway is down.</p>'.repeat(20)}</body></html>`;

describe('failures of a test client', () => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp(
      PLATFORMS[0]!,
      { providers: [Shop] },
      {
        configure: (created) => {
          created.setGlobalPrefix('api');
          created.use('/down', (_: object, response: { status(code: number): any }) => {
            response.status(502).type('html').set('retry-after', '3').send(PAGE);
          });
        },
      },
    );
  });

  afterAll(() => app.close());

  it.each(ERAS)('tell what was answered in %s, and what was sent', async (protocolVersion) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion });
    const failure = client.callTool('explode', { number: 'A-1' });

    await expect(failure).rejects.toMatchObject({ code: 7, data: { room: 12 }, status: 200 });
    await expect(failure).rejects.toThrow(
      [
        'tools/call failed (HTTP 200): 7 boom',
        'data: {"room":12}',
        'request: tools/call {"name":"explode","arguments":{"number":"A-1"}}',
        'content-type: application/json',
        `client: ${protocolVersion} over HTTP at /api/mcp, declares nothing`,
        'under way: tools/call {"name":"explode","arguments":{"number":"A-1"}}',
      ].join('\n  '),
    );
    await client.close();
  });

  it.each(ERAS)('name the paths there are, in %s', async (protocolVersion) => {
    const failure = McpTestClient.overHttp(app, { protocolVersion, path: '/mcp' }).then((client) =>
      client.listTools(),
    );

    await expect(failure).rejects.toThrow(
      /^(initialize|tools\/list) failed \(HTTP 404\): .*Cannot POST \/mcp(.|\n)*tried: \/mcp; the server's paths are \/api\/mcp/,
    );
  });

  it('show a page of HTML, after a first line that is short', async () => {
    const client = await McpTestClient.overHttp(app, { path: '/down' });
    const { message } = await client.listTools().catch((thrown: Error) => thrown as any);

    expect(message).toMatch(/^tools\/list failed \(HTTP 502\): <!doctype html>.{0,200} …\n/);
    expect(message).toContain('retry-after: 3');
    expect(message).toContain(`body: ${PAGE}`);
  });

  it('say that the application has no such server', async () => {
    await expect(McpTestClient.inMemory(app, { server: 'admin' })).rejects.toThrow(
      'the application has no MCP server "admin"',
    );
  });

  it('say which revisions there are', async () => {
    await expect(McpTestClient.inMemory(app, { protocolVersion: '1999-01-01' })).rejects.toThrow(
      'the server does not offer 1999-01-01; it offers 2026-07-28, 2025-11-25',
    );
  });

  it('say that guards establish the principal over HTTP', async () => {
    await expect(McpTestClient.overHttp(app, { principal: { id: 1 } })).rejects.toThrow(
      'principal is for inMemory()',
    );
  });

  it('say that a principal has no key', async () => {
    await expect(McpTestClient.inMemory(app, { principal: {} })).rejects.toThrow('principalKey');
  });

  it('say that a server is not served over HTTP', async () => {
    const silent = await bootApp(PLATFORMS[0]!, {}, { mcp: { http: false } });

    await expect(McpTestClient.overHttp(silent)).rejects.toThrow('http: false');
    await silent.close();
  });

  it('ask whether the application was initialised', async () => {
    const testing = await Test.createTestingModule({
      imports: [McpModule.forRoot({ name: 'late' })],
    }).compile();
    const late = testing.createNestApplication({ logger: false });
    const client = await McpTestClient.overHttp(late);

    await expect(client.listTools()).rejects.toThrow('was app.init() or app.listen() awaited?');
    await late.close();
  });
});
