import {
  BadRequestException,
  ConflictException,
  ForbiddenException,
  HttpException,
  Injectable,
  InternalServerErrorException,
  NotFoundException,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { McpException, McpTool, McpToolException } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { refusal } from '../../support/refusal.js';
import { resultText } from '../../support/result-text.js';
import { ALL_REVISIONS } from '../../support/revisions.js';

/** Throws whatever a test put there. */
@Injectable()
class Thrower {
  thrown: unknown;

  @McpTool()
  fail(): never {
    throw this.thrown;
  }

  @McpTool({ name: 'fail_later' })
  async failLater(): Promise<never> {
    throw this.thrown;
  }

  @McpTool()
  misuse(): never {
    throw new McpException(-32050, SECRET);
  }
}

const SECRET = 'sk-secret-0815';
const REFERENCE = /\(reference ([0-9a-f-]{36})\)$/;

class QueryFailedError extends Error {}

describe.each(ALL_REVISIONS)('what a tool throws, in %s,', (protocolVersion) => {
  const logger = new RecordingLogger();
  let app: TestingModule;
  let client: McpTestClient;

  beforeAll(async () => {
    app = await bootContext({ providers: [Thrower] });
    app.useLogger(logger);
    client = await McpTestClient.inMemory(app, { protocolVersion });
  });
  beforeEach(() => {
    logger.lines.length = 0;
  });
  afterAll(() => app.close());

  function throwing(thrown: unknown, tool = 'fail') {
    app.get(Thrower).thrown = thrown;
    return client.callTool(tool);
  }

  it.each([
    ['a tool exception', new McpToolException('sold out'), 'sold out'],
    ['400', new BadRequestException('bad order'), 'bad order'],
    ['400 with messages', new BadRequestException(['a is bad', 'b too']), 'a is bad\nb too'],
    ['401', new UnauthorizedException('sign in'), 'sign in'],
    ['403', new ForbiddenException('not yours'), 'not yours'],
    ['404', new NotFoundException('no order 7'), 'no order 7'],
    ['409 in words', new ConflictException('taken'), 'taken'],
    ['418 with a text', new HttpException('teapot', 418), 'teapot'],
    ['422 with an object', new HttpException({ message: 'no', code: 7 }, 422), 'no'],
  ])('is told to the model: %s', async (_what, thrown, expected) => {
    const result = await throwing(thrown);

    expect(result.isError).toBe(true);
    expect(resultText(result)).toBe(expected);
  });

  it.each([
    ['an error', new TypeError(SECRET), 'TypeError'],
    ['an error of a library', new QueryFailedError(`password=${SECRET}`), 'QueryFailedError'],
    ['500', new InternalServerErrorException(SECRET), 'InternalServerErrorException'],
    ['503', new ServiceUnavailableException(SECRET), 'ServiceUnavailableException'],
    ['an error with a cause', new Error('x', { cause: SECRET }), 'Error'],
    ['a string', SECRET, 'string'],
    ['an object', { SECRET }, 'object'],
    ['an object without a prototype', Object.assign(Object.create(null), { SECRET }), 'object'],
    ['undefined', undefined, 'undefined'],
    ['null', null, 'object'],
  ])('is masked: %s', async (_what, thrown, name) => {
    const result = await throwing(thrown);

    expect(result.isError).toBe(true);
    expect(resultText(result).replace(REFERENCE, '…')).toBe(`${name} …`);
    expect(JSON.stringify(result)).not.toContain(SECRET);
  });

  it.each(['fail', 'fail_later'])('goes to the log under the reference: %s', async (tool) => {
    const result = await throwing(new TypeError(SECRET), tool);
    const reference = REFERENCE.exec(resultText(result))?.[1] ?? 'none';

    const line = logger.lines.find((logged) => logged.includes(reference));
    expect(line).toContain(SECRET);
    expect(line).toContain('Thrower.fail');
  });

  it('is an error of the protocol with code and data, if it is an McpException', async () => {
    app.get(Thrower).thrown = new McpException(4711, 'no stock', { left: 0 });

    expect(await refusal(client, 'tools/call', { name: 'fail' })).toEqual({
      code: 4711,
      message: 'no stock',
      data: { left: 0 },
    });
  });

  it('says in the log which code an application may not use', async () => {
    const result = await client.callTool('misuse');

    expect(resultText(result).replace(REFERENCE, '…')).toBe('RangeError …');
    expect(logger.text).toContain('the error code -32050 is of the range of the specification');
  });

  it('leaves the server as it was', async () => {
    await throwing(new Error('x'));

    expect(await client.listTools()).toHaveLength(3);
  });
});
