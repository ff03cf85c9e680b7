import { BadRequestException, Injectable } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { IsString } from 'class-validator';
import type { CompletionArguments } from 'nest-mcp';
import { McpArgs, McpCompletion, McpContext, McpPrompt, McpResource, McpTool } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { bootContext } from '../../support/boot-app.js';
import { refusal } from '../../support/refusal.js';
import { ALL_REVISIONS } from '../../support/revisions.js';

class ReplyDto {
  @IsString()
  tone!: string;

  @IsString()
  language!: string;
}

class OrderDto {
  @IsString()
  number!: string;
}

class PlaceDto {
  @IsString()
  country!: string;

  @IsString()
  city!: string;
}

@Injectable()
class Shop {
  candidates: unknown = [];
  chosen: unknown;

  @McpPrompt()
  reply({ tone, language }: ReplyDto): string {
    return `${tone} ${language}`;
  }

  @McpResource({ uriTemplate: 'shop://orders/{number}' })
  order({ number }: OrderDto): string {
    return number;
  }

  @McpResource({ uri: 'shop://all' })
  all(): string {
    return '';
  }

  @McpTool()
  find({ number }: OrderDto): string {
    return number;
  }

  @McpCompletion({ prompt: 'reply', argument: 'tone' })
  tones(value: string): string[] {
    return ['formal', 'friendly', 'terse'].filter((tone) => tone.startsWith(value));
  }

  @McpResource({ uriTemplate: 'geo://{country}/{city}' })
  city({ city }: PlaceDto): string {
    return city;
  }

  @McpCompletion({ uriTemplate: 'geo://{country}/{city}', variable: 'city' })
  cities(@McpArgs() { value, context }: CompletionArguments): string[] {
    const known = context.country === 'fr' ? ['Paris', 'Pau'] : ['Berlin'];
    return known.filter((name) => name.startsWith(value));
  }

  @McpCompletion({ uriTemplate: 'shop://orders/{number}', variable: 'number' })
  async numbers(value: string, ctx: McpContext): Promise<string[]> {
    return [`${value}-${ctx.protocolVersion}`];
  }

  @McpCompletion({ tool: 'find', argument: 'number' })
  anything(): unknown {
    if (this.candidates instanceof Error) throw this.candidates;
    return this.candidates;
  }

  @McpCompletion({ prompt: 'reply', argument: 'language' })
  languages(@McpArgs('value') value: string, @McpArgs('context') chosen: unknown): string[] {
    this.chosen = chosen;
    return [value];
  }
}

const PROMPT = { type: 'ref/prompt', name: 'reply' } as const;
const TEMPLATE = { type: 'ref/resource', uri: 'shop://orders/{number}' } as const;
const TOOL = { type: 'ref/tool', name: 'find' } as const;
const some = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);

describe.each(ALL_REVISIONS)('completion, in %s,', (protocolVersion) => {
  let app: TestingModule;
  let client: McpTestClient;

  beforeAll(async () => {
    app = await bootContext({ providers: [Shop] });
    client = await McpTestClient.inMemory(app, { protocolVersion });
  });
  afterAll(() => app.close());

  const complete = async (params: object) => {
    const result = await client.request<{ completion: object }>('completion/complete', {
      ...params,
    });
    return result.completion;
  };
  const refused = (params: object) => refusal(client, 'completion/complete', { ...params });

  it('of the argument of a prompt', async () => {
    expect(await client.complete(PROMPT, 'tone', 'f')).toEqual(['formal', 'friendly']);
  });

  it('of an empty value', async () => {
    expect(await client.complete(PROMPT, 'tone', '')).toEqual(['formal', 'friendly', 'terse']);
  });

  it('of the variable of a template, with the context of the call', async () => {
    expect(await client.complete(TEMPLATE, 'number', '7')).toEqual([`7-${protocolVersion}`]);
  });

  it('of the argument of a tool', async () => {
    app.get(Shop).candidates = ['7', '77'];

    expect(await client.complete(TOOL, 'number', '7')).toEqual(['7', '77']);
  });

  it.each([
    ['a hundred candidates whole', 100, { values: some(100), total: 100, hasMore: false }],
    [
      'the first hundred of a hundred and one',
      101,
      { values: some(100), total: 101, hasMore: true },
    ],
    ['no candidates', 0, { values: [], total: 0, hasMore: false }],
  ])('gives %s', async (_what, count, expected) => {
    app.get(Shop).candidates = some(count);

    expect(await complete({ ref: TOOL, argument: { name: 'number', value: '' } })).toEqual(
      expected,
    );
  });

  it('is told what was chosen already', async () => {
    await complete({
      ref: PROMPT,
      argument: { name: 'language', value: 'd' },
      context: { arguments: { tone: 'formal' } },
    });

    expect(app.get(Shop).chosen).toEqual({ tone: 'formal' });
  });

  it.each([{ tone: 7 }, { tone: null }, { tone: ['formal'] }])(
    'is refused when what was chosen is %j, which is no text',
    async (chosen) => {
      app.get(Shop).chosen = 'nobody asked';

      expect(
        await refused({
          ref: PROMPT,
          argument: { name: 'language', value: '' },
          context: { arguments: chosen },
        }),
      ).toEqual({
        code: -32602,
        message: 'completion/complete: context.arguments.tone must be a string',
      });
      expect(app.get(Shop).chosen).toBe('nobody asked');
    },
  );

  it('may depend on what was chosen', async () => {
    const citiesIn = (country: string) =>
      client.request('completion/complete', {
        ref: { type: 'ref/resource', uri: 'geo://{country}/{city}' },
        argument: { name: 'city', value: 'P' },
        context: { arguments: { country } },
      });

    expect(await citiesIn('fr')).toMatchObject({ completion: { values: ['Paris', 'Pau'] } });
    expect(await citiesIn('de')).toMatchObject({ completion: { values: [] } });
  });

  it.each([undefined, null, [], { arguments: [] }, {}])(
    'takes %j for nothing chosen',
    async (context) => {
      await complete({ ref: PROMPT, argument: { name: 'language', value: '' }, context });

      expect(app.get(Shop).chosen).toEqual({});
    },
  );

  it.each([
    ['an argument without a completer', TEMPLATE, 'other'],
    ['an argument that does not exist', PROMPT, 'constructor'],
    [
      'an address of a template',
      { type: 'ref/resource', uri: 'shop://orders/7' } as const,
      'number',
    ],
    ['a resource without variables', { type: 'ref/resource', uri: 'shop://all' } as const, 'a'],
  ])('has no candidates for %s', async (_what, ref, argument) => {
    expect(await complete({ ref, argument: { name: argument, value: '' } })).toEqual({
      values: [],
      total: 0,
      hasMore: false,
    });
  });

  it.each([
    ['prompt', { type: 'ref/prompt', name: 'nope' }],
    ['prompt called like a tool', { type: 'ref/prompt', name: 'find' }],
    ['prompt called __proto__', { type: 'ref/prompt', name: '__proto__' }],
    ['resource', { type: 'ref/resource', uri: 'shop://nope' }],
    ['tool', { type: 'ref/tool', name: 'reply' }],
    ['kind', { type: 'ref/other', name: 'reply' }],
    ['prompt without a name', { type: 'ref/prompt' }],
    ['resource without an address', { type: 'ref/resource', name: 'reply' }],
  ])('is refused for an unknown %s', async (_what, ref) => {
    expect((await refused({ ref, argument: { name: 'tone', value: '' } })).code).toBe(-32602);
  });

  it.each([
    ['no reference', { argument: { name: 'tone', value: '' } }],
    ['a reference that is a list', { ref: [], argument: { name: 'tone', value: '' } }],
    ['no argument', { ref: PROMPT }],
    ['an argument without a value', { ref: PROMPT, argument: { name: 'tone' } }],
    ['a value that is no string', { ref: PROMPT, argument: { name: 'tone', value: 7 } }],
    ['an argument without a name', { ref: PROMPT, argument: { value: '' } }],
  ])('is refused with %s', async (_what, params) => {
    expect((await refused(params)).code).toBe(-32602);
  });

  it.each([
    ['gives numbers', [7], -32603],
    ['gives a text', 'formal', -32603],
    ['throws', new Error('sk-secret'), -32603],
    ['throws 400', new BadRequestException('no'), -32602],
  ])('is an error when the completer %s', async (_how, candidates, code) => {
    app.get(Shop).candidates = candidates;
    const error = await refused({ ref: TOOL, argument: { name: 'number', value: '' } });

    expect(error.code).toBe(code);
    expect(error.message).not.toContain('sk-secret');
  });
});
