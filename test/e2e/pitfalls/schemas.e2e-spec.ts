import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { INestApplication } from '@nestjs/common';
import { Injectable, ValidationPipe } from '@nestjs/common';
import { IsString } from 'class-validator';
import type { AddressInfo } from 'node:net';
import { McpArgs, McpModule, McpPrompt, McpRegistry, McpTool, ToolResult } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { z } from 'zod';
import { MODES } from '../asking/official-clients.js';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { bootError } from '../../support/boot-error.js';
import { resultText } from '../../support/result-text.js';

class OrderDto {
  @IsString() id!: string;
}

const PAYMENT = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('card'), number: z.string() }),
  z.object({ kind: z.literal('cash') }),
]);

let runs = 0;

abstract class Base {
  @McpTool({ server: 'back' })
  inherited(): string {
    return 'of the base';
  }

  @McpTool()
  inheritedByDefault(): string {
    return 'of the base';
  }
}

@Injectable()
class Payments extends Base {
  @McpTool()
  findOrder({ id }: OrderDto): string {
    runs += 1;
    return `order ${id}`;
  }

  @McpTool({ output: z.object({ total: z.number() }) })
  onlyText(): never {
    return { content: [{ type: 'text', text: 'twelve' }] } as never;
  }

  @McpTool({ output: z.object({ total: z.coerce.number() }) })
  strictTotal(): never {
    return { total: '12', secret: 'left in by the repository' } as never;
  }

  @McpTool({ output: z.object({ total: z.number() }) })
  failing(): never {
    return ToolResult.error('the bank is closed') as never;
  }

  @McpPrompt({ input: z.object({ name: z.string().min(3) }) })
  greet({ name }: { name: string }): string {
    runs += 1;
    return `Greet ${name}`;
  }
}

describe('schemas', () => {
  let app: INestApplication;
  let url: URL;

  beforeAll(async () => {
    const backOffice = McpModule.forRoot({ id: 'back', name: 'back', http: { path: 'back' } });
    app = await bootApp(
      PLATFORMS[0]!,
      { imports: [backOffice], providers: [Payments] },
      { configure: (application) => void application.useGlobalPipes(new ValidationPipe()) },
    );
    const { port } = app.getHttpServer().address() as AddressInfo;
    url = new URL(`http://127.0.0.1:${port}/mcp`);
  });

  beforeEach(() => {
    runs = 0;
  });

  afterAll(() => app.close());

  it.each(MODES)(
    'a union as input is refused, and breaks no list of a client: $revision',
    async ({ options }) => {
      const union = { name: 'pay', input: PAYMENT as never, handler: () => 'paid' };
      const refusal = app.get(McpRegistry).registerTools([union]);
      await expect(refusal).rejects.toThrow('tool 0 ("pay"): an input must be one object');

      const client = new Client({ name: 'v2', version: '1' }, options);
      await client.connect(new StreamableHTTPClientTransport(url));
      const { tools } = await client.listTools();
      await client.close();

      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['find_order']));
    },
  );

  describe.each(ERAS)('in %s', (protocolVersion) => {
    let client: McpTestClient;

    beforeAll(async () => {
      client = await McpTestClient.overHttp(app, { protocolVersion });
    });

    it('arguments reach a method whose only schema is its DTO', async () => {
      const found = (await client.listTools()).find(({ name }) => name === 'find_order');

      expect(found?.inputSchema).toMatchObject({ required: ['id'] });
      expect(resultText(await client.callTool('find_order', { id: '42' }))).toBe('order 42');
    });

    it('arguments are validated before the method runs', async () => {
      const result = await client.callTool('find_order', { id: 42 });

      expect({ isError: result.isError, runs }).toEqual({ isError: true, runs: 0 });
    });

    it.each([[{}], [{ name: 'Al' }]])('so are those of a prompt: %j', async (args) => {
      await expect(client.getPrompt('greet', args)).rejects.toMatchObject({ code: -32602 });
      expect(runs).toBe(0);
    });

    it('content alone does not do where an output schema is advertised', async () => {
      const result = await client.callTool('only_text');

      expect(result).toMatchObject({ isError: true });
      expect(resultText(result)).toContain('only_text');
    });

    it('clients get the parsed value, without what the schema does not know', async () => {
      const { structuredContent } = await client.callTool('strict_total');

      expect(structuredContent).toEqual({ total: 12 });
    });

    it('a failed result need not fit the output schema', async () => {
      const result = await client.callTool('failing');

      expect(result).toEqual(
        expect.objectContaining({ isError: true, content: [expect.anything()] }),
      );
      expect(result).not.toHaveProperty('structuredContent');
    });

    it('tools advertise what was declared: no output, no `_meta`, no title of their own', async () => {
      const found = (await client.listTools()).find(({ name }) => name === 'find_order');

      expect(Object.keys(found ?? {}).toSorted()).toEqual(['inputSchema', 'name']);
    });

    it('methods of a base class are tools of each server they were given to', async () => {
      const back = await McpTestClient.overHttp(app, { protocolVersion, server: 'back' });

      const names = (await client.listTools()).map(({ name }) => name);

      expect(names).toContain('inherited_by_default');
      expect(names).not.toContain('inherited');
      expect((await back.listTools()).map(({ name }) => name)).toEqual(['inherited']);
    });
  });

  it('are converted once, however often tools are listed and registered', async () => {
    let conversions = 0;
    const standard = z.object({ id: z.string() })['~standard'];
    const jsonSchema = {
      ...standard.jsonSchema,
      input: (...options: Parameters<typeof standard.jsonSchema.input>) => {
        conversions += 1;
        return standard.jsonSchema.input(...options);
      },
    };
    const input = { '~standard': { ...standard, jsonSchema } };
    await app
      .get(McpRegistry)
      .registerTools([{ name: 'counted', input: input as never, handler: () => 'counted' }]);
    const client = await McpTestClient.overHttp(app);

    await client.listTools();
    await client.listTools();
    await app.get(McpRegistry).registerTools([{ name: 'another', handler: () => 'another' }]);
    await client.listTools();
    await app.get(McpRegistry).unregisterTools(['counted', 'another']);

    expect(conversions).toBe(1);
  });
});

describe('a tool whose input is a union', () => {
  it.each([
    ['of objects', PAYMENT],
    ['within an intersection', PAYMENT.and(z.object({ tip: z.number() }))],
  ])('keeps the application from booting, named: %s', async (_what, input) => {
    @Injectable()
    class Cashier {
      @McpTool({ input: input as never })
      pay(@McpArgs() _payment: unknown): void {}
    }

    expect(await bootError({ providers: [Cashier] })).toMatch(
      /^@McpTool\(\) on Cashier\.pay: an input must be one object, .* Wrap it in an object/,
    );
  });
});

describe('two tools of one name', () => {
  @Injectable()
  class First {
    @McpTool({ name: 'dup' })
    one(): string {
      return 'one';
    }
  }

  @Injectable()
  class Second {
    @McpTool({ name: 'dup' })
    two(): string {
      return 'two';
    }
  }

  @Injectable()
  class Both {
    @McpTool({ name: 'dup' })
    one(): string {
      return 'one';
    }

    @McpTool({ name: 'dup' })
    two(): string {
      return 'two';
    }
  }

  it.each([
    ['two classes', [First, Second], ['First.one', 'Second.two']],
    ['one class', [Both], ['Both.one', 'Both.two']],
  ])('keep the application from booting: %s', async (_where, providers, places) => {
    const message = await bootError({ providers });

    for (const place of places) expect(message).toContain(place);
  });
});
