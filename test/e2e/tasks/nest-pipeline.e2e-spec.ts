import type {
  ArgumentsHost,
  CallHandler,
  CanActivate,
  ExceptionFilter,
  ExecutionContext,
  INestApplication,
  NestInterceptor,
} from '@nestjs/common';
import {
  BadRequestException,
  Catch,
  Inject,
  Injectable,
  Scope,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { McpContext, McpCtx, McpTasks, McpTool } from 'nest-mcp';
import { tap } from 'rxjs';
import { deferred } from '../../../src/protocol/deferred.js';
import { bootApp, PLATFORMS } from '../../support/boot-app.js';
import { FOLLOWS } from '../../support/extension-peer.js';
import { outcome, WireClient } from '../../support/wire-client.js';
import { envelope, legacyRequest, modernRequest } from '../../support/wire-messages.js';

class InkError extends Error {}

const trail: string[] = [];

@Catch(InkError)
class InkFilter implements ExceptionFilter {
  catch(error: InkError, _host: ArgumentsHost): never {
    trail.push('filter');
    throw new BadRequestException(`no ink: ${error.message}`);
  }
}

@Injectable()
class Trail implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    trail.push('before');
    return next.handle().pipe(tap({ next: () => trail.push('after') }));
  }
}

@Injectable()
class Door implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context
      .switchToHttp()
      .getRequest<{ headers: Record<string, string | undefined> }>();
    trail.push('guard');
    return headers['x-user'] !== 'banned';
  }
}

@Injectable({ scope: Scope.REQUEST })
class Customer {
  constructor(
    @Inject(REQUEST)
    private readonly request: { readonly headers: Record<string, string | undefined> },
  ) {}

  get name(): string {
    return this.request.headers['x-user'] ?? 'nobody';
  }
}

/** Where jobs wait, whichever instance of the service they run in. */
let paper = deferred<void>();

@Injectable()
class Printer {
  constructor(private readonly customer: Customer) {}

  @McpTool({ task: 'optional' })
  @UseGuards(Door)
  @UseInterceptors(Trail)
  async print(): Promise<string> {
    trail.push('begins');
    await paper.promise;
    return `printed for ${this.customer.name} as ${McpContext.current().taskId}`;
  }

  @McpTool({ task: 'optional' })
  @UseFilters(InkFilter)
  async paint(@McpCtx() _ctx: McpContext): Promise<string> {
    await paper.promise;
    throw new InkError('blue');
  }
}

describe.each(PLATFORMS)('a task in a Nest application on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let wire: WireClient;

  beforeAll(async () => {
    app = await bootApp(
      { createAdapter },
      { providers: [Printer, Customer] },
      { mcp: { asyncContext: true }, create: { forceCloseConnections: true } },
    );
    wire = new WireClient(app);
  });

  beforeEach(() => {
    trail.length = 0;
    paper = deferred();
  });

  afterAll(() => app.close());

  async function callModern(name: string, headers: Record<string, string> = {}) {
    const request = modernRequest('tools/call', {
      name,
      arguments: {},
      _meta: envelope({ clientCapabilities: FOLLOWS }),
    });
    return outcome(await wire.post(request.body, { ...request.headers, ...headers })).body.result;
  }

  /** The result of a task, once it is there. */
  async function ended(taskId: string) {
    for (;;) {
      const task = await app.get(McpTasks).find(taskId);
      if (task?.outcome !== undefined) return task.outcome;
      await new Promise(setImmediate);
    }
  }

  it('has its guards before it begins, and its interceptors around all of it', async () => {
    const { taskId } = await callModern('print');
    while (!trail.includes('begins')) await new Promise(setImmediate);
    expect(trail).toEqual(['guard', 'before', 'begins']);

    paper.resolve();
    await ended(taskId);

    expect(trail).toEqual(['guard', 'before', 'begins', 'after']);
  });

  it('does not begin where a guard refuses', async () => {
    const result = await callModern('print', { 'x-user': 'banned' });

    expect(result).toMatchObject({ resultType: 'complete', isError: true });
    expect(trail).toEqual(['guard']);
  });

  it('has the providers of its request until it ends, and its context', async () => {
    const { taskId } = await callModern('print', { 'x-user': 'ann' });
    const other = await callModern('print', { 'x-user': 'bob' });
    paper.resolve();

    expect(await ended(taskId)).toMatchObject({
      result: { content: [{ text: `printed for ann as ${taskId}` }] },
    });
    expect(await ended(other.taskId)).toMatchObject({
      result: { content: [{ text: `printed for bob as ${other.taskId}` }] },
    });
  });

  it('fails as its exception filters say', async () => {
    const { taskId } = await callModern('paint');
    paper.resolve();

    expect(await ended(taskId)).toMatchObject({
      result: { isError: true, content: [{ text: 'no ink: blue' }] },
    });
    expect(trail).toEqual(['filter']);
  });

  it('fails so in 2025-11-25 too', async () => {
    const session = await wire.openSession();
    const params = { name: 'paint', arguments: {}, task: {} };
    const created = outcome(await wire.post(legacyRequest('tools/call', params), session));
    const { taskId } = created.body.result.task;
    paper.resolve();

    const reply = outcome(await wire.post(legacyRequest('tasks/result', { taskId }), session));

    expect(reply.body.result).toMatchObject({ isError: true, content: [{ text: 'no ink: blue' }] });
  });
});
