import type {
  ArgumentsHost,
  CallHandler,
  CanActivate,
  ExceptionFilter,
  ExecutionContext,
  NestInterceptor,
  Type,
} from '@nestjs/common';
import {
  BadGatewayException,
  Catch,
  HttpException,
  Injectable,
  Scope,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { IsEmail } from 'class-validator';
import type { McpContext } from 'nest-mcp';
import { McpCtx, McpExecutionContext, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { catchError, finalize, from, mergeMap, of, throwError, timeout } from 'rxjs';
import { bootContext } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';

class MailDto {
  @IsEmail()
  mail!: string;
}

const ask = async (ctx: McpContext): Promise<string> => {
  const told = await ctx.elicit('Your address?', MailDto);
  return told.action === 'accept' ? told.content.mail : told.action;
};

/** The catch-all filter of Nest's documentation. */
@Catch()
class CatchEverything implements ExceptionFilter {
  static seen: unknown[] = [];

  catch(exception: unknown, host: ArgumentsHost): void {
    CatchEverything.seen.push(exception);
    const status = exception instanceof HttpException ? exception.getStatus() : 500;
    const response = host.switchToHttp().getResponse<{
      status(code: number): { json(body: unknown): void };
    }>();
    response.status(status).json({ statusCode: status, message: 'something went wrong' });
  }
}

@Catch()
class Translate implements ExceptionFilter {
  catch(): never {
    throw new BadGatewayException('translated');
  }
}

@Injectable()
class MapErrors implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(catchError(() => throwError(() => new BadGatewayException())));
  }
}

@Injectable()
class FallBack implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(catchError(() => of('fallback')));
  }
}

@Injectable()
class Hurry implements NestInterceptor {
  static ended = 0;

  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(
      timeout(60_000),
      finalize(() => Hurry.ended++),
    );
  }
}

const contextOf = (context: ExecutionContext) =>
  McpExecutionContext.from(context)?.getContext<McpContext>() as McpContext;

@Injectable()
class AskFirst implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    return from(ask(contextOf(context))).pipe(
      mergeMap((mail) => next.handle().pipe(mergeMap((value) => of(`${mail} ${value}`)))),
    );
  }
}

@Injectable()
class Porter implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    return (await ask(contextOf(context))) === 'ada@shop.example';
  }
}

@Injectable({ scope: Scope.REQUEST })
class Ledger {
  ask(ctx: McpContext): Promise<string> {
    return ask(ctx);
  }
}

@Injectable()
class Shop {
  constructor(private readonly ledger: Ledger) {}

  @McpTool()
  plain(@McpCtx() ctx: McpContext) {
    return this.ledger.ask(ctx);
  }

  @McpTool()
  @UseFilters(CatchEverything)
  filtered(@McpCtx() ctx: McpContext) {
    return ask(ctx);
  }

  @McpTool()
  @UseFilters(Translate)
  translated(@McpCtx() ctx: McpContext) {
    return ask(ctx);
  }

  @McpTool()
  @UseInterceptors(MapErrors)
  @UseFilters(CatchEverything)
  mapped(@McpCtx() ctx: McpContext) {
    return ask(ctx);
  }

  @McpTool()
  @UseInterceptors(FallBack)
  fallback(@McpCtx() ctx: McpContext) {
    return ask(ctx);
  }

  @McpTool()
  @UseInterceptors(Hurry)
  hurried(@McpCtx() ctx: McpContext) {
    return ask(ctx);
  }

  @McpTool()
  @UseInterceptors(AskFirst)
  intercepted() {
    return 'ran';
  }

  @McpTool()
  @UseGuards(Porter)
  guarded() {
    return 'ran';
  }

  @McpTool()
  @UseGuards(Porter)
  @UseFilters(CatchEverything)
  guardedAndFiltered() {
    return 'ran';
  }

  @McpPrompt()
  letter(@McpCtx() ctx: McpContext) {
    return ask(ctx);
  }

  @McpResource({ uri: 'shop://mail' })
  mail(@McpCtx() ctx: McpContext) {
    return ask(ctx);
  }
}

const providers: Type[] = [
  Shop,
  Ledger,
  CatchEverything,
  Translate,
  MapErrors,
  FallBack,
  Hurry,
  AskFirst,
  Porter,
];

const TOOLS: readonly (readonly [tool: string, text: string])[] = [
  ['plain', 'ada@shop.example'],
  ['filtered', 'ada@shop.example'],
  ['translated', 'ada@shop.example'],
  ['mapped', 'ada@shop.example'],
  ['fallback', 'ada@shop.example'],
  ['hurried', 'ada@shop.example'],
  ['intercepted', 'ada@shop.example ran'],
  ['guarded', 'ran'],
  ['guarded_and_filtered', 'ran'],
];

type Parameters = Record<string, unknown>;

describe('a decorated method that asks, in 2026-07-28', () => {
  let app: Awaited<ReturnType<typeof bootContext>>;
  let client: McpTestClient;

  beforeAll(async () => {
    app = await bootContext({ providers });
    client = await McpTestClient.inMemory(app, { capabilities: { elicitation: {} } });
  });

  afterAll(() => app.close());

  const answered = async (method: string, params: Parameters, mail = 'ada@shop.example') => {
    const first = await client.request(method, params);
    const [key = ''] = Object.keys(first.inputRequests as object);
    const inputResponses = { [key]: { action: 'accept', content: { mail } } };
    return client.request(method, { ...params, requestState: first.requestState, inputResponses });
  };

  it.each(TOOLS)('asks through what is around %s', async (name, text) => {
    expect(resultText((await answered('tools/call', { name })) as never)).toBe(text);
  });

  it('asks from a prompt', async () => {
    expect(await answered('prompts/get', { name: 'letter' })).toMatchObject({
      messages: [{ content: { text: 'ada@shop.example' } }],
    });
  });

  it('asks from a resource, whose answer nobody may keep', async () => {
    expect(await answered('resources/read', { uri: 'shop://mail' })).toMatchObject({
      contents: [{ text: 'ada@shop.example' }],
      ttlMs: 0,
      cacheScope: 'private',
    });
  });

  it('shows exception filters no suspension', async () => {
    CatchEverything.seen = [];

    await answered('tools/call', { name: 'filtered' });

    expect(CatchEverything.seen).toEqual([]);
  });

  it('ends interceptors in every run', async () => {
    Hurry.ended = 0;

    await answered('tools/call', { name: 'hurried' });

    expect(Hurry.ended).toBe(2);
  });

  it('is refused by a guard that does not like the answer', async () => {
    const result = await answered('tools/call', { name: 'guarded' }, 'eve@shop.example');

    expect(result).toMatchObject({ isError: true });
  });

  it('refuses an answer that does not fit the class, with the field', async () => {
    await expect(answered('tools/call', { name: 'filtered' }, 'nonsense')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('mail: must be an email'),
    });
  });

  it('is not answered with the state of another method', async () => {
    const params = { name: 'plain', uri: 'shop://mail' };
    const { requestState } = await client.request('tools/call', params);

    await expect(
      client.request('resources/read', { ...params, requestState }),
    ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('requestState') });
  });
});

describe('a decorated method that asks a client without forms, in 2026-07-28', () => {
  let app: Awaited<ReturnType<typeof bootContext>>;
  let client: McpTestClient;

  beforeAll(async () => {
    app = await bootContext({ providers });
    client = await McpTestClient.inMemory(app);
  });

  afterAll(() => app.close());

  it.each([
    'plain',
    'filtered',
    'translated',
    'hurried',
    'intercepted',
    'guarded',
    'guarded_and_filtered',
  ])('tells it what it lacks, past the filters of %s', async (name) => {
    await expect(client.callTool(name)).rejects.toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    });
  });

  it('lets an interceptor do without', async () => {
    expect(resultText(await client.callTool('fallback'))).toBe('fallback');
  });

  it.each<[string, Parameters]>([
    ['prompts/get', { name: 'letter' }],
    ['resources/read', { uri: 'shop://mail' }],
  ])('tells it what it lacks at %s', async (method, params) => {
    await expect(client.request(method, params)).rejects.toMatchObject({ code: -32021 });
  });
});
