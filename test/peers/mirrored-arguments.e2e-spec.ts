import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { INestApplication } from '@nestjs/common';
import { allowAll } from 'nest-mcp';
import { SwitchboardService } from '../apps/peers/switchboard.service.js';
import { bootApp, PLATFORMS } from '../support/boot-app.js';

/** A request as it went over the wire, and how it was answered. */
interface Trace {
  readonly method: string | null;
  readonly region: string | null;
  readonly status: number;
  readonly code: number | undefined;
}

describe.each(PLATFORMS)('the official client and mirrored arguments, on $platform', (platform) => {
  let app: INestApplication;
  let client: Client;
  let traces: Trace[];

  beforeAll(async () => {
    app = await bootApp(
      platform,
      { providers: [SwitchboardService] },
      { mcp: { authorizer: allowAll() } },
    );
  });

  beforeEach(async () => {
    traces = [];
    client = new Client(
      { name: 'official', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    const url = new URL('/mcp', await app.getUrl());
    await client.connect(new StreamableHTTPClientTransport(url, { fetch: tracingFetch }));
    traces.length = 0;
  });

  afterEach(() => client.close());
  afterAll(() => app.close());

  const tracingFetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const headers = new Headers(init?.headers);
    const response = await fetch(url, init);
    const body = (await response.clone().json()) as { readonly error?: { readonly code: number } };
    traces.push({
      method: headers.get('mcp-method'),
      region: headers.get('mcp-param-region'),
      status: response.status,
      code: body.error?.code,
    });
    return response;
  };

  const route = async (region: string) => {
    const { content } = await client.callTool({
      name: 'route_line',
      arguments: { line: '7', region },
    });
    return content;
  };

  it('learns from the refusal which argument to repeat, and calls again', async () => {
    await expect(route('eu-1')).resolves.toEqual([{ type: 'text', text: '7 runs through eu-1' }]);
    expect(traces).toEqual([
      { method: 'tools/call', region: null, status: 400, code: -32020 },
      { method: 'tools/list', region: null, status: 200, code: undefined },
      { method: 'tools/call', region: 'eu-1', status: 200, code: undefined },
    ]);
  });

  it('repeats it at once when it has listed the tools before', async () => {
    await client.listTools();
    await route('größe');

    expect(traces.at(-1)).toEqual({
      method: 'tools/call',
      region: '=?base64?Z3LDtsOfZQ==?=',
      status: 200,
      code: undefined,
    });
    expect(traces).toHaveLength(2);
  });

  it('finds every tool with a mirrored argument in the list', async () => {
    const { tools } = await client.listTools();

    expect(tools.find(({ name }) => name === 'route_line')?.inputSchema).toMatchObject({
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    });
  });
});
