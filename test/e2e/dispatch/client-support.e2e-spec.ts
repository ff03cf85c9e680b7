import type { TestingModule } from '@nestjs/testing';
import { Injectable } from '@nestjs/common';
import { IsString } from 'class-validator';
import type { ClientCapability } from 'nest-mcp';
import { McpContext, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, bootContext, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { refusal } from '../../support/refusal.js';
import { resultText } from '../../support/result-text.js';
import { envelope, modernRequest } from '../../support/wire-messages.js';
import { WireClient } from '../../support/wire-client.js';

class CapabilityDto {
  @IsString()
  capability!: string;
}

@Injectable()
class Mirror {
  @McpTool()
  supports({ capability }: CapabilityDto, context: McpContext): boolean {
    return context.clientSupports(capability as ClientCapability);
  }

  @McpTool()
  needs({ capability }: CapabilityDto, context: McpContext): string {
    context.requireClientSupport(capability as ClientCapability);
    return 'can';
  }
}

const APPS = 'extensions.io.modelcontextprotocol/ui';
const CAN = {
  elicitation: {},
  roots: { listChanged: true },
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};

describe.each(ERAS)('what a client of %s can do', (protocolVersion) => {
  let app: TestingModule;

  beforeAll(async () => {
    app = await bootContext({ providers: [Mirror] });
  });
  afterAll(() => app.close());

  const connect = (capabilities: typeof CAN | object) =>
    McpTestClient.inMemory(app, { protocolVersion, capabilities: { ...capabilities } });

  const supports = async (client: McpTestClient, capability: string) =>
    resultText(await client.callTool('supports', { capability })) === 'true';

  it.each([
    ['elicitation.form', true],
    ['elicitation.url', false],
    ['roots', true],
    ['roots.listChanged', protocolVersion === '2025-11-25'],
    ['sampling', false],
    ['tasks', false],
    [APPS, true],
    ['extensions.com.example/audit', false],
  ])('is read by a method: %s, %s', async (capability, expected) => {
    expect(await supports(await connect(CAN), capability)).toBe(expected);
  });

  it('is not mixed up with what another can do', async () => {
    const [able, unable] = [await connect(CAN), await connect({})];
    const answers = await Promise.all([able, unable, able].map((client) => supports(client, APPS)));

    expect(answers).toEqual([true, false, true]);
  });

  it('may be enough for a method that needs it', async () => {
    const result = await (await connect(CAN)).callTool('needs', { capability: APPS });

    expect(resultText(result)).toBe('can');
  });
});

describe('a client that cannot do what a method needs', () => {
  let app: TestingModule;

  beforeAll(async () => {
    app = await bootContext({ providers: [Mirror] });
  });
  afterAll(() => app.close());

  const call = { name: 'needs', arguments: { capability: APPS } };

  it('is told what to declare in 2026-07-28', async () => {
    const client = await McpTestClient.inMemory(app, { protocolVersion: '2026-07-28' });

    expect(await refusal(client, 'tools/call', call)).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/ui': {} } } },
    });
  });

  it('gets a failed result up to 2025-11-25', async () => {
    const client = await McpTestClient.inMemory(app, { protocolVersion: '2025-11-25' });

    expect(await client.callTool(call.name, call.arguments)).toMatchObject({
      isError: true,
      content: [{ text: `the client does not support ${APPS}` }],
    });
  });

  it('gets a failed result, and the log the reason, where the method asks for nonsense', async () => {
    const client = await McpTestClient.inMemory(app);
    const result = await client.callTool('needs', { capability: 'elicitation' });

    expect(result.isError).toBe(true);
    expect(resultText(result)).toContain('TypeError');
  });
});

describe('what a request of 2026-07-28 declares', () => {
  it('is not remembered for the next one', async () => {
    const app = await bootContext({ providers: [Mirror] });
    const wire = await MemoryWire.open(app, '2026-07-28');
    const params = { name: 'supports', arguments: { capability: APPS } };
    const ask = async (id: number, capabilities: object) => {
      const _meta = envelope({ clientCapabilities: capabilities });
      const [answer] = await wire.ask(id, 'tools/call', { ...params, _meta });
      return answer?.result.content[0].text as string;
    };

    expect([await ask(1, CAN), await ask(2, {}), await ask(3, CAN)]).toEqual([
      'true',
      'false',
      'true',
    ]);
    wire.close();
    await app.close();
  });
});

describe.each(PLATFORMS)('over HTTP on $platform', (platform) => {
  it('a missing capability has status 400', async () => {
    const app = await bootApp(platform, { providers: [Mirror] });
    const { body, headers } = modernRequest('tools/call', {
      name: 'needs',
      arguments: { capability: APPS },
    });
    const { status, text } = await new WireClient(app).post(body, headers);
    await app.close();

    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error: { code: -32021 } });
  });
});
