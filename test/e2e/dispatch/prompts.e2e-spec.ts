import {
  BadRequestException,
  ForbiddenException,
  Injectable,
  InternalServerErrorException,
  NotFoundException,
} from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsOptional, IsString, MinLength } from 'class-validator';
import { McpArgs, McpException, McpPrompt } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { z } from 'zod';
import { bootContext } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { refusal } from '../../support/refusal.js';
import { ALL_REVISIONS, isSince, MODERN_REVISION } from '../../support/revisions.js';

class ReplyDto {
  @IsString()
  @MinLength(3)
  complaint!: string;

  @IsOptional()
  @IsString()
  tone?: string;
}

class ReviewDto {
  @ApiProperty({ title: 'How many', description: 'How many books to look at' })
  @IsInt()
  count!: number;

  @IsOptional()
  @IsBoolean()
  urgent?: boolean;
}

const standard = z.object({
  count: z.int().meta({ title: 'How many', description: 'How many books to look at' }),
  urgent: z.boolean().optional(),
});

const json = {
  type: 'object',
  properties: {
    count: { type: 'integer', title: 'How many', description: 'How many books to look at' },
    urgent: { type: 'boolean' },
  },
  required: ['count'],
};

/** Gives whatever a test put there. */
@Injectable()
class Writer {
  give: () => unknown = () => undefined;

  @McpPrompt()
  any(): unknown {
    return this.give();
  }

  @McpPrompt({ description: 'Answers a complaint' })
  reply({ complaint, tone }: ReplyDto): string {
    return `${complaint}, ${tone}`;
  }

  @McpPrompt({ title: 'Review' })
  reviewDto(args: ReviewDto): string {
    return JSON.stringify(args);
  }

  @McpPrompt({ input: standard })
  reviewStandard(@McpArgs() args: z.infer<typeof standard>): string {
    return JSON.stringify(args);
  }

  @McpPrompt({ input: json })
  reviewJson(@McpArgs() args: object): string {
    return JSON.stringify(args);
  }
}

const SECRET = 'sk-secret-0815';
const hello = { type: 'text', text: 'hello' };
const fromUser = { role: 'user', content: hello };
const fromAssistant = { role: 'assistant', content: hello };
const fromSystem = { role: 'system', content: hello };

describe.each(ALL_REVISIONS)('a prompt, in %s,', (protocolVersion) => {
  const logger = new RecordingLogger();
  let app: TestingModule;
  let client: McpTestClient;

  beforeAll(async () => {
    app = await bootContext({ providers: [Writer] });
    app.useLogger(logger);
    client = await McpTestClient.inMemory(app, { protocolVersion });
  });
  beforeEach(() => {
    logger.lines.length = 0;
  });
  afterAll(() => app.close());

  function giving(value: unknown) {
    app.get(Writer).give = () => value;
    return client.getPrompt('any');
  }

  function throwing(thrown: unknown) {
    app.get(Writer).give = () => {
      throw thrown;
    };
    return refusal(client, 'prompts/get', { name: 'any' });
  }

  const refused = (args: unknown) =>
    refusal(client, 'prompts/get', { name: 'reply', arguments: args });

  it.each([
    ['a text', 'hello', [fromUser]],
    ['a content block', hello, [fromUser]],
    ['a message', fromAssistant, [fromAssistant]],
    [
      'a list of all of these',
      ['hello', fromAssistant, hello],
      [fromUser, fromAssistant, fromUser],
    ],
    ['an empty list', [], []],
    ['a result', { messages: [fromAssistant] }, [fromAssistant]],
    ['what the system says', fromSystem, [fromUser]],
    [
      'a result of the system',
      { messages: [fromSystem, fromAssistant] },
      [fromUser, fromAssistant],
    ],
  ])('makes messages of %s', async (_what, value, messages) => {
    expect((await giving(value)).messages).toEqual(messages);
  });

  it('keeps the description of a result', async () => {
    expect(await giving({ description: 'Mine', messages: [] })).toMatchObject({
      description: 'Mine',
    });
  });

  it('tells its own description', async () => {
    expect(await client.getPrompt('reply', { complaint: 'too late' })).toMatchObject({
      description: 'Answers a complaint',
    });
  });

  it('lists its arguments, the required ones marked', async () => {
    const prompts = await client.listPrompts();

    expect(prompts.find(({ name }) => name === 'reply')?.arguments).toEqual([
      { name: 'complaint', required: true },
      { name: 'tone', required: false },
    ]);
  });

  describe.each(['review_dto', 'review_standard', 'review_json'])('like %s', (name) => {
    const getting = (args: object) => refusal(client, 'prompts/get', { name, arguments: args });

    it('lists titles and descriptions of its arguments', async () => {
      const prompts = await client.listPrompts();
      const hasTitles = isSince(protocolVersion, '2025-06-18');

      expect(prompts.find((prompt) => prompt.name === name)?.arguments).toEqual([
        {
          name: 'count',
          ...(hasTitles && { title: 'How many' }),
          description: 'How many books to look at',
          required: true,
        },
        { name: 'urgent', required: false },
      ]);
    });

    it('is given numbers and booleans, which arrive as text', async () => {
      const { messages } = await client.getPrompt(name, { count: '5', urgent: 'false' });

      expect(messages[0]?.content).toEqual({ type: 'text', text: '{"count":5,"urgent":false}' });
    });

    it.each([
      ['count', { count: 'five' }],
      ['count', { urgent: 'true' }],
      ['urgent', { count: '5', urgent: 'maybe' }],
    ])('is refused, naming %s, for %j', async (path, args) => {
      expect(await getting(args)).toMatchObject({
        code: -32602,
        message: expect.stringContaining(`${path}: `),
        data: { issues: [expect.objectContaining({ path })] },
      });
    });
  });

  it('is given its arguments', async () => {
    const { messages } = await client.getPrompt('reply', { complaint: 'too late', tone: 'kind' });

    expect(messages[0]?.content).toEqual({ type: 'text', text: 'too late, kind' });
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['a domain object', { subject: 'x' }],
    ['a domain object with messages', { messages: ['hello'], total: 1 }],
    ['a message of an unknown role', { role: 'tool', content: hello }],
  ])('has failed when its method gives %s', async (_what, value) => {
    app.get(Writer).give = () => value;

    expect((await refusal(client, 'prompts/get', { name: 'any' })).code).toBe(-32603);
    expect(logger.text).toContain('a prompt returns a string');
  });

  it.each(['nope', '', '__proto__', 'constructor'])('does not exist as "%s"', async (name) => {
    expect(await refusal(client, 'prompts/get', { name })).toEqual({
      code: -32602,
      message: `Prompt not found: ${name}`,
    });
  });

  it.each([undefined, null, 7])('does not exist as %j', async (name) => {
    expect((await refusal(client, 'prompts/get', { name })).code).toBe(-32602);
  });

  describe('refuses', () => {
    it.each([
      ['no arguments where one is required', undefined],
      ['null where one is required', null],
      ['a missing required one', { tone: 'kind' }],
      ['one that breaks its rule', { complaint: 'ab' }],
    ])('%s, naming it', async (_what, args) => {
      expect(await refused(args)).toMatchObject({
        code: -32602,
        message: expect.stringMatching(/^Invalid arguments for prompt reply: complaint/),
        data: { issues: expect.arrayContaining([expect.objectContaining({ path: 'complaint' })]) },
      });
    });

    it.each([7, null, true, {}, ['too late']])('%j as the value of one', async (complaint) => {
      expect(await refused({ complaint })).toEqual({
        code: -32602,
        message: 'prompts/get: the argument "complaint" must be a string',
      });
    });

    it.each([[[]], ['x'], [7]])('%j for arguments', async (args) => {
      expect(await refused(args)).toEqual({
        code: -32602,
        message: 'prompts/get: arguments must be an object',
      });
    });
  });

  it('that throws 404 does not exist', async () => {
    expect(await throwing(new NotFoundException())).toEqual({
      code: -32602,
      message: 'Prompt not found: any',
    });
  });

  it('that throws 400 has bad arguments', async () => {
    expect(await throwing(new BadRequestException(['a', 'b']))).toEqual({
      code: -32602,
      message: 'a\nb',
    });
  });

  it('that throws 403 is refused', async () => {
    expect(await throwing(new ForbiddenException('not yours'))).toEqual({
      code: protocolVersion === MODERN_REVISION ? -33090 : -32090,
      message: 'authorization_required: prompts/get',
      data: { error: 'authorization_required', method: 'prompts/get', detail: 'not yours' },
    });
  });

  it('that throws an McpException tells code and data', async () => {
    expect(await throwing(new McpException(4711, 'x', [1]))).toEqual({
      code: 4711,
      message: 'x',
      data: [1],
    });
  });

  it.each([
    ['an error', new TypeError(SECRET)],
    ['500', new InternalServerErrorException(SECRET)],
    ['undefined', undefined],
  ])('that throws %s tells nothing of it but a reference', async (_what, thrown) => {
    const { code, message } = await throwing(thrown);
    const reference = /\(reference (.+)\)$/.exec(message)?.[1] ?? 'none';

    expect(code).toBe(-32603);
    expect(message).not.toContain(SECRET);
    expect(logger.text).toContain(reference);
  });
});
