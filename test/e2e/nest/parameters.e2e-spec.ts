import type { ExecutionContext, PipeTransform } from '@nestjs/common';
import { createParamDecorator, Injectable, ParseIntPipe } from '@nestjs/common';
import { IsInt, IsString } from 'class-validator';
import {
  McpArgs,
  McpContext,
  McpCtx,
  McpExecutionContext,
  McpPrompt,
  McpResource,
  McpTool,
} from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootApp, bootContext, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

class NumberDto {
  @IsString()
  number!: string;
}

class CountDto {
  @IsInt()
  count!: number;
}

const CallerRole = createParamDecorator((fallback: string, context: ExecutionContext) => {
  const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
  return headers['x-role'] ?? fallback;
});

const CallFacts = createParamDecorator((_data: unknown, context: ExecutionContext) => ({
  type: context.getType(),
  classRef: context.getClass().name,
  handler: context.getHandler().name,
  call: McpExecutionContext.from(context)?.name,
}));

@Injectable()
class UpperPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    return value.toUpperCase();
  }
}

/** Two classes of one name whose methods take the same things in another order. */
const [FirstOrders, SecondOrders] = [
  (() => {
    @Injectable()
    class Orders {
      @McpTool({ name: 'first' })
      find(input: NumberDto, context: McpContext): string {
        return `${input.number} ${context.constructor.name}`;
      }
    }
    return Orders;
  })(),
  (() => {
    @Injectable()
    class Orders {
      @McpTool({ name: 'second' })
      find(context: McpContext, input: NumberDto): string {
        return `${input.number} ${context.constructor.name}`;
      }
    }
    return Orders;
  })(),
];

interface Point {
  readonly x: number;
}

const POINT = { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] };
const TEXT = { type: 'object', properties: { text: { type: 'string' } } };

@Injectable()
class Shapes {
  @McpTool({ name: 'as_tool' })
  @McpResource({ name: 'as_resource', uriTemplate: 'shapes://{number}' })
  @McpPrompt({ name: 'as_prompt' })
  everything(context: McpContext, input: NumberDto): string {
    return `${input.number} ${context.constructor.name}`;
  }

  @McpTool()
  custom(@CallerRole('nobody') role: string, input: NumberDto, @CallFacts() facts: object): object {
    return { role, number: input.number, facts };
  }

  @McpTool()
  customWithPipe(@CallerRole('nobody', UpperPipe) role: string): string {
    return role;
  }

  @McpTool({ input: POINT })
  byInterface(@McpArgs() point: Point, @McpCtx() context: unknown): object {
    return { x: point.x, isContext: context instanceof McpContext };
  }

  @McpTool({ input: TEXT })
  member(@McpArgs('text') text: string): string {
    return text;
  }

  @McpTool({ input: TEXT })
  memberThroughPipe(@McpArgs('text', ParseIntPipe) value: number): object {
    return { type: typeof value, value };
  }

  @McpTool({ input: TEXT })
  memberThroughInstance(@McpArgs('text', new ParseIntPipe()) value: number): object {
    return { type: typeof value, value };
  }

  @McpTool()
  withDefault(input: CountDto, suffix: McpContext = undefined as never): string {
    return `${input.count} ${typeof suffix}`;
  }

  @McpTool()
  firstWithDefault(input: CountDto = new CountDto()): string {
    return String(input.count);
  }
}

describe('parameters of a decorated method', () => {
  let app: Awaited<ReturnType<typeof bootContext>>;
  let client: McpTestClient;

  beforeAll(async () => {
    app = await bootContext({ providers: [FirstOrders, SecondOrders, Shapes] });
    client = await McpTestClient.inMemory(app);
  });

  afterAll(() => app.close());

  const text = async (name: string, args = {}) => resultText(await client.callTool(name, args));

  it.each(['first', 'second'])(
    'keep their order in the %s of two classes of one name',
    async (name) => {
      expect(await text(name, { number: 'A-1' })).toBe('A-1 McpContext');
    },
  );

  it('are those of a tool', async () => {
    expect(await text('as_tool', { number: 'A-1' })).toBe('A-1 McpContext');
  });

  it('are the same when the method is a resource too', async () => {
    const { contents } = await client.readResource('shapes://A-2');

    expect(contents).toEqual([expect.objectContaining({ text: 'A-2 McpContext' })]);
  });

  it('are the same when the method is a prompt too', async () => {
    const { messages } = await client.getPrompt('as_prompt', { number: 'A-3' });

    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'A-3 McpContext' } }]);
  });

  it('take custom decorators, whose data and context are the real ones', async () => {
    expect(JSON.parse(await text('custom', { number: 'A-1' }))).toEqual({
      role: 'nobody',
      number: 'A-1',
      facts: { type: 'mcp', classRef: 'Shapes', handler: 'custom', call: 'custom' },
    });
  });

  it('run pipes of custom decorators', async () => {
    expect(await text('custom_with_pipe')).toBe('NOBODY');
  });

  it('may be interfaces when @McpArgs() and a schema say what they are', async () => {
    expect(await text('by_interface', { x: 1 })).toBe('{"x":1,"isContext":true}');
  });

  it('are validated by that schema', async () => {
    expect(await text('by_interface', { x: 'one' })).toContain('x');
  });

  it('may be one member of the arguments', async () => {
    expect(await text('member', { text: 'hello' })).toBe('hello');
  });

  it('run pipe classes of @McpArgs()', async () => {
    expect(await text('member_through_pipe', { text: '7' })).toBe('{"type":"number","value":7}');
  });

  it('run pipe instances of @McpArgs()', async () => {
    expect(await text('member_through_instance', { text: '7' })).toBe(
      '{"type":"number","value":7}',
    );
  });

  it('with a default get the call all the same', async () => {
    expect(await text('with_default', { count: 1 })).toBe('1 object');
  });

  it('with a default in front are validated and given', async () => {
    expect(await text('first_with_default', { count: 1 })).toBe('1');
  });

  it('with a default in front are listed with their schema', async () => {
    const tools = await client.listTools();

    expect(tools.find(({ name }) => name === 'first_with_default')?.inputSchema).toMatchObject({
      properties: { count: { type: 'integer' } },
    });
  });
});

describe.each(PLATFORMS)('a custom parameter decorator on $platform', (platform) => {
  it.each(ERAS)('reads the HTTP request in %s', async (protocolVersion) => {
    const app = await bootApp(platform, { providers: [Shapes] });
    const headers = { 'x-role': 'clerk' };

    const client = await McpTestClient.overHttp(app, { protocolVersion, headers });
    const result = await client.callTool('custom', { number: 'A-1' });
    await app.close();

    expect(JSON.parse(resultText(result))).toMatchObject({
      role: 'clerk',
      facts: { type: 'http', handler: 'custom' },
    });
  });
});
