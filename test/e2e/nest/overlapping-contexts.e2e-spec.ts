import type {
  CallHandler,
  CanActivate,
  ExceptionFilter,
  ExecutionContext,
  INestApplication,
  NestInterceptor,
  PipeTransform,
} from '@nestjs/common';
import {
  Catch,
  Injectable,
  Scope,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { IsInt } from 'class-validator';
import { McpContext, McpPrompt, McpResource, McpTool, McpToolException } from 'nest-mcp';
import type { Observable } from 'rxjs';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { WireClient, events } from '../../support/wire-client.js';
import { legacyRequest, modernRequest } from '../../support/wire-messages.js';

const AT_ONCE = 10;
const later = () => new Promise(setImmediate);

class TurnDto {
  @IsInt()
  turn!: number;
}

/** A service deep inside, which is handed the context and interleaves with everything else. */
@Injectable()
class Reporter {
  async report(turn: number, ctx: McpContext): Promise<void> {
    for (let step = 1; step <= 3; step++) {
      await later();
      await ctx.progress(step, { message: `${turn}` });
      await ctx.notify('notifications/shop/turn', { turn, session: ctx.sessionId });
      await ctx.log('info', { turn });
    }
  }
}

/** What each part of Nest's pipeline took for the current call, by request id. */
const heard = new Map<unknown, Set<string>>();
const hear = (part: string): void => {
  const { requestId } = McpContext.current();
  heard.set(requestId, (heard.get(requestId) ?? new Set()).add(part));
};

@Injectable()
class HearingGuard implements CanActivate {
  async canActivate(): Promise<boolean> {
    await later();
    hear('guard');
    return true;
  }
}

@Injectable()
class HearingInterceptor implements NestInterceptor {
  async intercept(_context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    await later();
    hear('interceptor');
    return next.handle();
  }
}

@Injectable()
class HearingPipe implements PipeTransform {
  async transform(value: unknown): Promise<unknown> {
    await later();
    hear('pipe');
    return value;
  }
}

@Catch()
class HearingFilter implements ExceptionFilter {
  catch(thrown: unknown): never {
    hear('filter');
    throw thrown;
  }
}

/** Made for each request, and knows which one that is. */
@Injectable({ scope: Scope.REQUEST })
class Scoped {
  readonly made = McpContext.current().requestId;

  hear(): void {
    hear('scoped');
  }
}

@Injectable()
class Nested {
  async hear(): Promise<unknown> {
    await later();
    hear('nested');
    return McpContext.current().requestId;
  }
}

@Injectable()
class Desk {
  constructor(private readonly reporter: Reporter) {}

  @McpTool()
  async work({ turn }: TurnDto, ctx: McpContext): Promise<number> {
    await this.reporter.report(turn, ctx);
    ctx.state.set(`turn-${turn}`, ctx.sessionId);
    return turn;
  }
}

@UseGuards(HearingGuard)
@UseInterceptors(HearingInterceptor)
@UsePipes(HearingPipe)
@UseFilters(HearingFilter)
@Injectable()
class HearingDesk {
  constructor(
    private readonly scoped: Scoped,
    private readonly nested: Nested,
  ) {}

  @McpTool()
  async listen({ turn }: TurnDto): Promise<unknown> {
    this.scoped.hear();
    const current = await this.nested.hear();
    if (turn < 0) throw new McpToolException('no');
    return { made: this.scoped.made, current };
  }

  @McpResource({ uri: 'desk://heard' })
  async read(): Promise<unknown> {
    return { made: this.scoped.made, current: await this.nested.hear() };
  }

  @McpPrompt()
  async prompt(): Promise<string> {
    return JSON.stringify({ made: this.scoped.made, current: await this.nested.hear() });
  }
}

const providers = [Desk, Reporter, HearingDesk, Nested, Scoped, HearingGuard, HearingInterceptor];
const more = [HearingPipe, HearingFilter];

describe.each(PLATFORMS)('calls that overlap, on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let wire: WireClient;

  beforeAll(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [...providers, ...more] },
      {
        mcp: {
          asyncContext: true,
          limits: { maxInFlight: 64, maxStreamsPerSession: 64, maxInFlightPerConnection: 64 },
        },
      },
    );
    wire = new WireClient(app);
  });

  beforeEach(() => heard.clear());
  afterAll(() => app.close());

  it('in two sessions have their notifications each on its own stream', async () => {
    const sessions = [await wire.openSession(), await wire.openSession()];

    const answers = await Promise.all(
      sessions.flatMap((session, index) =>
        Array.from({ length: AT_ONCE }, async (_, n) => {
          const turn = index * AT_ONCE + n;
          const _meta = { progressToken: `token-${turn}` };
          const params = { name: 'work', arguments: { turn }, _meta };
          // Every session uses the same ids.
          const { text } = await wire.post(legacyRequest('tools/call', params, n), session);
          return { turn, id: n, session: session['mcp-session-id'], messages: events(text) };
        }),
      ),
    );

    for (const { turn, id, session, messages } of answers) {
      expect(messages.map(({ method, params }) => [method, params])).toEqual([
        ...[1, 2, 3].flatMap((progress) => [
          [
            'notifications/progress',
            { progressToken: `token-${turn}`, progress, message: `${turn}` },
          ],
          ['notifications/shop/turn', { turn, session }],
          ['notifications/message', { level: 'info', data: { turn } }],
        ]),
        [undefined, undefined],
      ]);
      expect(messages.at(-1)).toMatchObject({ id, result: { content: [{ text: `${turn}` }] } });
    }
  });

  it.each([
    ['2025-11-25', 'a session'],
    ['2026-07-28', 'no session'],
  ])('know which call they are of, everywhere in the pipeline: %s, with %s', async (version) => {
    const session = await wire.openSession();
    const ask = async (method: string, params: object, id: string) => {
      const modern = modernRequest(method, params as Record<string, unknown>, id);
      const { text } =
        version === '2026-07-28'
          ? await wire.post(modern.body, modern.headers)
          : await wire.post(legacyRequest(method, { ...params }, id), session);
      const { result } = JSON.parse(text);
      return result.isError ?? JSON.parse(textOf(result));
    };

    const ids = Array.from({ length: AT_ONCE }, (_, n) => `call-${n}`);
    const calls = ids.map((id, turn) =>
      ask('tools/call', { name: 'listen', arguments: { turn } }, id),
    );
    const others = [
      ask('resources/read', { uri: 'desk://heard' }, 'read'),
      ask('prompts/get', { name: 'prompt' }, 'prompt'),
      ask('tools/call', { name: 'listen', arguments: { turn: -1 } }, 'failing'),
    ];

    expect(await Promise.all(calls)).toEqual(ids.map((id) => ({ made: id, current: id })));
    expect(await Promise.all(others)).toEqual([
      { made: 'read', current: 'read' },
      { made: 'prompt', current: 'prompt' },
      true,
    ]);
    for (const id of ids) {
      expect([...(heard.get(id) ?? [])].toSorted()).toEqual([
        'guard',
        'interceptor',
        'nested',
        'pipe',
        'scoped',
      ]);
    }
    expect([...(heard.get('failing') ?? [])]).toContain('filter');
  });
});

/** The text of a tool, a resource or a prompt. */
const textOf = (result: any): string =>
  (result.content?.[0] ?? result.contents?.[0] ?? result.messages[0].content).text;
