import {
  BadRequestException,
  ConflictException,
  ForbiddenException,
  Injectable,
  InternalServerErrorException,
  NotFoundException,
  UnauthorizedException,
  UnprocessableEntityException,
} from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { IsInt, IsString } from 'class-validator';
import { McpException, McpResource, McpToolException } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { EMPTY, of } from 'rxjs';
import { Type } from 'class-transformer';
import { bootContext } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { refusal } from '../../support/refusal.js';
import { ALL_REVISIONS, MODERN_REVISION } from '../../support/revisions.js';

class OrderDto {
  @Type(() => Number)
  @IsInt()
  number!: number;
}

class NameDto {
  @IsString()
  name!: string;
}

/** Gives whatever a test put there. */
@Injectable()
class Shelf {
  give: () => unknown = () => undefined;

  @McpResource({ uri: 'shop://any' })
  any(): unknown {
    return this.give();
  }

  @McpResource({ uri: 'shop://typed', mimeType: 'text/html' })
  typed(): unknown {
    return this.give();
  }

  @McpResource({ uriTemplate: 'shop://orders/{number}' })
  order({ number }: OrderDto): object {
    return { number };
  }

  @McpResource({ uriTemplate: 'shop://people/{name}' })
  person({ name }: NameDto): string {
    return name;
  }
}

const SECRET = 'sk-secret-0815';
const URI = 'shop://any';
const cycle: Record<string, unknown> = {};
cycle.self = cycle;

describe.each(ALL_REVISIONS)('a resource, in %s,', (protocolVersion) => {
  const isModern = protocolVersion === MODERN_REVISION;
  const logger = new RecordingLogger();
  let app: TestingModule;
  let client: McpTestClient;

  beforeAll(async () => {
    app = await bootContext({ providers: [Shelf] });
    app.useLogger(logger);
    client = await McpTestClient.inMemory(app, { protocolVersion });
  });
  beforeEach(() => {
    logger.lines.length = 0;
  });
  afterAll(() => app.close());

  async function giving(value: unknown, uri = URI) {
    app.get(Shelf).give = () => value;
    return (await client.readResource(uri)).contents;
  }

  function throwing(thrown: unknown) {
    app.get(Shelf).give = () => {
      throw thrown;
    };
    return refusal(client, 'resources/read', { uri: URI });
  }

  const notFound = (uri: string) => ({
    code: isModern ? -32602 : -32002,
    message: `Resource not found: ${uri}`,
    data: { uri },
  });

  it.each([
    ['a string', 'hello', 'text/plain', 'hello'],
    ['an empty string', '', 'text/plain', ''],
    ['an object', { a: 1 }, 'application/json', '{"a":1}'],
    ['a list', [], 'application/json', '[]'],
    ['a number', 0, 'application/json', '0'],
    ['an Observable', of('first', 'last'), 'text/plain', 'last'],
    [
      'a domain object with contents',
      { contents: ['a'] },
      'application/json',
      '{"contents":["a"]}',
    ],
  ])('gives text for %s', async (_what, value, mimeType, text) => {
    expect(await giving(value)).toEqual([{ uri: URI, mimeType, text }]);
  });

  it('gives base64 for bytes', async () => {
    expect(await giving(Buffer.from('hello'))).toEqual([
      { uri: URI, mimeType: 'application/octet-stream', blob: 'aGVsbG8=' },
    ]);
  });

  it('has the type that is declared', async () => {
    expect(await giving('<p>', 'shop://typed')).toEqual([
      { uri: 'shop://typed', mimeType: 'text/html', text: '<p>' },
    ]);
  });

  it('may give several contents', async () => {
    const contents = [
      { uri: 'shop://any/1', text: 'a' },
      { uri: 'shop://any/2', blob: 'Yg==' },
    ];

    expect(await giving({ contents })).toEqual(contents);
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['an Observable without a value', EMPTY],
  ])('does not exist when its method gives %s', async (_what, value) => {
    app.get(Shelf).give = () => value;

    expect(await refusal(client, 'resources/read', { uri: URI })).toEqual(notFound(URI));
  });

  it.each(['shop://nope', 'evil://any', 'shop://ANY', '', '__proto__', 'shop://orders/1/2'])(
    'does not exist at "%s"',
    async (uri) => {
      expect(await refusal(client, 'resources/read', { uri })).toEqual(notFound(uri));
    },
  );

  it.each([undefined, null, 7, ['shop://any']])('is not read at %j', async (uri) => {
    expect((await refusal(client, 'resources/read', { uri })).code).toBe(-32602);
  });

  it('of a template is given its variables, validated and converted', async () => {
    expect((await client.readResource('shop://orders/7')).contents).toEqual([
      { uri: 'shop://orders/7', mimeType: 'application/json', text: '{"number":7}' },
    ]);
  });

  it('of a template is given its variables decoded once', async () => {
    const { contents } = await client.readResource('shop://people/a%2520b%20c');

    expect(contents[0]?.text).toBe('a%20b c');
  });

  it('of a template is refused with a variable that is wrong', async () => {
    const error = await refusal(client, 'resources/read', { uri: 'shop://orders/seven' });

    expect(error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('number'),
      data: { issues: [{ path: 'number' }] },
    });
  });

  it('of a template is refused with a variable that cannot be read', async () => {
    const uri = 'shop://people/%E0%A4%A';

    expect(await refusal(client, 'resources/read', { uri })).toMatchObject({
      code: -32602,
      data: { uri },
    });
  });

  it.each([
    ['400', new BadRequestException('bad'), -32602, 'bad'],
    ['422', new UnprocessableEntityException(['a', 'b']), -32602, 'a\nb'],
    ['409', new ConflictException('taken'), -32603, 'taken'],
    ['a tool exception', new McpToolException('sold out'), -32603, 'sold out'],
  ])('that throws %s tells why', async (_what, thrown, code, message) => {
    expect(await throwing(thrown)).toEqual({ code, message });
  });

  it('that throws 404 does not exist', async () => {
    expect(await throwing(new NotFoundException('no order 7'))).toEqual(notFound(URI));
  });

  it.each([new UnauthorizedException('sign in'), new ForbiddenException('sign in')])(
    'that throws %s is refused',
    async (thrown) => {
      expect(await throwing(thrown)).toEqual({
        code: isModern ? -33090 : -32090,
        message: 'authorization_required: resources/read',
        data: { error: 'authorization_required', method: 'resources/read', detail: 'sign in' },
      });
    },
  );

  it('that throws an McpException tells code and data', async () => {
    expect(await throwing(new McpException(4711, 'x', { left: 0 }))).toEqual({
      code: 4711,
      message: 'x',
      data: { left: 0 },
    });
  });

  it.each([
    ['an error', new TypeError(SECRET)],
    ['500', new InternalServerErrorException(SECRET)],
    ['a string', SECRET],
  ])('that throws %s tells nothing of it but a reference', async (_what, thrown) => {
    const { code, message } = await throwing(thrown);
    const reference = /\(reference (.+)\)$/.exec(message)?.[1] ?? 'none';

    expect(code).toBe(-32603);
    expect(message).not.toContain(SECRET);
    expect(logger.lines.find((line) => line.includes(reference))).toContain(SECRET);
  });

  it.each([
    ['a bigint', 1n],
    ['a cycle', cycle],
    ['a function', () => 1],
  ])('that gives %s has failed', async (_what, value) => {
    app.get(Shelf).give = () => value;

    expect((await refusal(client, 'resources/read', { uri: URI })).code).toBe(-32603);
  });
});
