import { Injectable, Scope, ValidationPipe } from '@nestjs/common';
import { IsString } from 'class-validator';
import type { Implementation } from 'nest-mcp';
import {
  McpClientInfo,
  McpCompletion,
  McpContext,
  McpPrompt,
  McpResource,
  McpSignal,
  McpTool,
} from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { APP_PIPE } from '@nestjs/core';
import { bootContext, ERAS } from '../../support/boot-app.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { resultText } from '../../support/result-text.js';
import { settled } from '../../support/settled.js';

class NameDto {
  @IsString()
  name!: string;
}

@Injectable()
class Desk {
  readonly signals: AbortSignal[] = [];
  release: () => void = () => undefined;

  @McpTool()
  who(@McpClientInfo() client: Implementation | undefined, { name }: NameDto): string {
    return `${client?.name} asks for ${name}`;
  }

  @McpTool()
  same(@McpSignal() signal: AbortSignal, context: McpContext): boolean {
    return signal === context.signal && signal instanceof AbortSignal;
  }

  @McpTool()
  async wait(@McpSignal() signal: AbortSignal): Promise<string> {
    this.signals.push(signal);
    await new Promise<void>((resolve) => (this.release = resolve));
    return String(signal.aborted);
  }

  @McpResource({ uriTemplate: 'desk://{name}' })
  read({ name }: NameDto, @McpClientInfo() client?: Implementation): string {
    return `${name} for ${client?.name}`;
  }

  @McpPrompt()
  ask(@McpSignal() signal: AbortSignal, { name }: NameDto): string {
    return `${name} ${signal.aborted}`;
  }

  @McpCompletion({ prompt: 'ask', argument: 'name' })
  names(value: string, @McpClientInfo() client?: Implementation): string[] {
    return [`${value} of ${client?.name}`];
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedDesk {
  @McpTool()
  scoped(@McpClientInfo() client: Implementation | undefined): string {
    return String(client?.name);
  }
}

const CLIENT = 'nest-mcp-test-client';

describe.each(ERAS)('parameters made of the context, in %s,', (protocolVersion) => {
  let app: Awaited<ReturnType<typeof bootContext>>;
  let client: McpTestClient;

  beforeAll(async () => {
    const pipe = new ValidationPipe({ transform: true, validateCustomDecorators: true });
    const strict = { provide: APP_PIPE, useValue: pipe };
    app = await bootContext({ providers: [Desk, ScopedDesk, strict] });
    client = await McpTestClient.inMemory(app, { protocolVersion });
  });
  afterAll(() => app.close());

  it('stand beside the arguments of a tool', async () => {
    const result = await client.callTool('who', { name: 'tea' });

    expect(resultText(result)).toBe(`${CLIENT} asks for tea`);
  });

  it('are the very ones of the context, whatever pipes the application has', async () => {
    expect(resultText(await client.callTool('same'))).toBe('true');
  });

  it('are given to resources', async () => {
    const { contents } = await client.readResource('desk://tea');

    expect(contents[0]).toMatchObject({ text: `tea for ${CLIENT}` });
  });

  it('are given to prompts', async () => {
    const { messages } = await client.getPrompt('ask', { name: 'tea' });

    expect(messages[0]?.content).toMatchObject({ text: 'tea false' });
  });

  it('are given to completers', async () => {
    const ref = { type: 'ref/prompt', name: 'ask' } as const;
    const { completion } = await client.request<{ completion: { values: string[] } }>(
      'completion/complete',
      { ref, argument: { name: 'name', value: 't' } },
    );

    expect(completion.values).toEqual([`t of ${CLIENT}`]);
  });

  it('are given to providers of the request', async () => {
    expect(resultText(await client.callTool('scoped'))).toBe(CLIENT);
  });

  it('are no arguments, and not listed', async () => {
    const tools = await client.listTools();

    expect(tools.find(({ name }) => name === 'wait')?.inputSchema).toEqual({
      type: 'object',
      properties: {},
    });
  });

  it('tell of a cancellation', async () => {
    const wire = await MemoryWire.open(app, protocolVersion);
    const desk = app.get(Desk);
    const call = wire.request(7, 'tools/call', { name: 'wait' });
    await settled();
    await wire.cancel(7);
    await call;
    desk.release();

    expect(desk.signals.at(-1)?.aborted).toBe(true);
    wire.close();
  });
});

describe('a client that does not say what it is', () => {
  it('is undefined', async () => {
    const app = await bootContext({ providers: [Desk] });
    const wire = await MemoryWire.open(app, '2026-07-28');
    const [answer] = await wire.ask(1, 'tools/call', { name: 'who', arguments: { name: 'tea' } });
    wire.close();
    await app.close();

    expect(answer?.result.content[0].text).toBe('undefined asks for tea');
  });
});
