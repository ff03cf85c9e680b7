import { Injectable } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { IsInt, IsOptional, IsString, Min } from 'class-validator';
import type { McpModuleOptions } from 'nest-mcp';
import { McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { refusal } from '../../support/refusal.js';
import { resultText } from '../../support/result-text.js';
import { ALL_REVISIONS } from '../../support/revisions.js';

class OrderDto {
  @IsString()
  sku!: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  count?: number;
}

class NothingNeededDto {
  @IsOptional()
  @IsString()
  note?: string;
}

@Injectable()
class Shop {
  calls = 0;

  @McpTool()
  order(order: OrderDto): object {
    this.calls++;
    return { ...order };
  }

  @McpTool()
  note(input: NothingNeededDto): object {
    return { ...input };
  }

  @McpTool()
  plain(): string {
    return String(arguments[0]);
  }
}

describe.each(ALL_REVISIONS)('the arguments of a tool, in %s,', (protocolVersion) => {
  let app: TestingModule;
  let client: McpTestClient;

  async function boot(mcp: Partial<McpModuleOptions> = {}): Promise<void> {
    app = await bootContext({ providers: [Shop] }, mcp);
    client = await McpTestClient.inMemory(app, { protocolVersion });
  }

  afterEach(() => app.close());

  it.each([
    ['are given as they are sent', { arguments: { note: 'x' } }, '{"note":"x"}'],
    ['are an empty object when they are absent', {}, '{}'],
    ['are an empty object when they are null', { arguments: null }, '{}'],
  ])('%s', async (_what, params, expected) => {
    await boot();
    const { response } = await client.exchange('tools/call', { name: 'note', ...params });

    expect(response).toMatchObject({ result: { content: [{ text: expected }] } });
  });

  it.each([[[]], ['{}'], [7], [false]])('are refused as %j', async (args) => {
    await boot();

    expect(await refusal(client, 'tools/call', { name: 'note', arguments: args })).toEqual({
      code: -32602,
      message: 'tools/call: arguments must be an object',
    });
  });

  it.each([undefined, null, 7, {}])('need a tool, not one called %j', async (name) => {
    await boot();

    expect((await refusal(client, 'tools/call', { name, arguments: {} })).code).toBe(-32602);
  });

  it('need a tool', async () => {
    await boot();

    expect((await refusal(client, 'tools/call')).code).toBe(-32602);
  });

  it('lose what the tool does not know', async () => {
    await boot();
    const result = await client.callTool('order', { sku: 'a', admin: true });

    expect(resultText(result)).toBe('{"sku":"a"}');
  });

  it('do not reach a tool without parameters', async () => {
    await boot();

    expect(resultText(await client.callTool('plain', { a: 1 }))).toBe('undefined');
  });

  it('that are wrong are told to the model, field by field, and the tool does not run', async () => {
    await boot();
    const result = await client.callTool('order', { sku: 7, count: 0 });

    expect(result.isError).toBe(true);
    expect(resultText(result)).toMatch(
      /^Invalid arguments for tool order:\n.*sku: must be a string.*\n.*count: must not be less than 1/,
    );
    expect(app.get(Shop).calls).toBe(0);
  });

  it('that are wrong are an error of the protocol where that is chosen', async () => {
    await boot({ inputErrors: 'protocol' });
    const error = await refusal(client, 'tools/call', { name: 'order', arguments: { sku: 7 } });

    expect(error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('Invalid arguments for tool order'),
      data: { issues: [{ path: 'sku' }] },
    });
    expect(app.get(Shop).calls).toBe(0);
  });
});
