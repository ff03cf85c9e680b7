import type {
  ArgumentsHost,
  CanActivate,
  ExecutionContext,
  INestApplication,
} from '@nestjs/common';
import { Catch, ForbiddenException, Injectable } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, BaseExceptionFilter } from '@nestjs/core';
import { McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { CatchEverythingFilter } from '../../apps/frame-breakers.js';
import { bootApp, ERAS, PLATFORMS } from '../../support/boot-app.js';
import { resultText } from '../../support/result-text.js';
import { outcome, WireClient } from '../../support/wire-client.js';
import { modernCall } from '../../support/wire-messages.js';

/** Extends the filter of the framework, as the documentation has it. */
@Catch()
class ReportingFilter extends BaseExceptionFilter {
  static readonly caught: unknown[] = [];

  override catch(exception: unknown, host: ArgumentsHost): void {
    ReportingFilter.caught.push(exception);
    // oxlint-disable-next-line promise/valid-params -- not that of a promise
    super.catch(exception, host);
  }
}

/** Shuts the endpoint to who says so. */
@Injectable()
class BannedGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    return headers['x-banned'] === undefined;
  }
}

@Injectable()
class Orders {
  @McpTool()
  refund(): never {
    throw new ForbiddenException('not yours');
  }

  @McpTool()
  count(): never {
    throw new Error('password=hunter2');
  }
}

interface Row {
  readonly filter: string;
  readonly useClass: typeof CatchEverythingFilter | typeof ReportingFilter;
  readonly route: object;
  readonly refund: object;
  readonly count: object;
}

const FILTERS: readonly Row[] = [
  {
    filter: 'that replies by HttpAdapterHost',
    useClass: CatchEverythingFilter,
    route: { statusCode: 403, path: '/mcp' },
    refund: { statusCode: 403 },
    count: { statusCode: 500 },
  },
  {
    filter: 'that extends BaseExceptionFilter',
    useClass: ReportingFilter,
    route: { statusCode: 403, error: 'Forbidden', message: 'Forbidden resource' },
    refund: { statusCode: 403, error: 'Forbidden', message: 'not yours' },
    count: { statusCode: 500, message: 'Internal server error' },
  },
];
const TABLE = PLATFORMS.flatMap((platform) => FILTERS.map((row) => ({ ...platform, ...row })));

describe.each(TABLE)('a catch-all filter $filter on $platform', (row) => {
  let app: INestApplication;

  beforeAll(async () => {
    const filter = { provide: APP_FILTER, useClass: row.useClass };
    const guard = { provide: APP_GUARD, useClass: BannedGuard };
    app = await bootApp(row, { providers: [Orders, filter, guard] });
  });

  afterAll(() => app.close());

  const failures = async (client: McpTestClient) => {
    const results = [await client.callTool('refund'), await client.callTool('count')];
    return results.map((result) => ({
      isError: result.isError,
      body: JSON.parse(resultText(result)),
    }));
  };

  it('answers for what the guards of the route refuse', async () => {
    const { body, headers } = modernCall('refund');

    const answer = await new WireClient(app).post(body, { ...headers, 'x-banned': 'yes' });

    expect(outcome(answer)).toEqual({ status: 403, body: row.route });
  });

  it('leaves what is wrong with a message to the protocol', async () => {
    const answer = await new WireClient(app).post('{not json');

    expect(outcome(answer)).toEqual({
      status: 400,
      body: { jsonrpc: '2.0', error: expect.objectContaining({ code: -32700 }) },
    });
  });

  it.each(ERAS)('gives a tool of %s the words of its failure', async (protocolVersion) => {
    const client = await McpTestClient.overHttp(app, { protocolVersion });

    expect(await failures(client)).toMatchObject([
      { isError: true, body: row.refund },
      { isError: true, body: row.count },
    ]);
  });

  it('does the same where there is no HTTP', async () => {
    expect(await failures(await McpTestClient.inMemory(app))).toMatchObject([
      { isError: true, body: row.refund },
      { isError: true, body: row.count },
    ]);
  });
});
