import { Injectable } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import { McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';

class OrderDto {
  @IsString()
  number!: string;

  @IsOptional()
  @IsString()
  note?: string | null;
}

@Injectable()
class Orders {
  @McpTool({ output: OrderDto })
  find(wanted: OrderDto): OrderDto {
    return { ...wanted, note: null };
  }
}

describe('a column of a database that may be null', () => {
  it.each([
    [undefined, 'string', { number: 'A' }],
    [false, 'string', { number: 'A' }],
    [true, ['string', 'null'], { number: 'A', note: null }],
  ])('with nullableOptionalOutputs: %j is shown and sent alike', async (option, type, sent) => {
    const app = await bootContext({ providers: [Orders] }, { nullableOptionalOutputs: option });
    const client = await McpTestClient.inMemory(app, { protocolVersion: '2026-07-28' });
    const [tool] = await client.listTools();

    expect(tool).toMatchObject({ outputSchema: { properties: { note: { type } } } });
    expect(tool).toMatchObject({
      inputSchema: { properties: { note: { type: ['string', 'null'] } } },
    });
    expect((await client.callTool('find', { number: 'A' })).structuredContent).toEqual(sent);
    await app.close();
  });
});
