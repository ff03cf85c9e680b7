import type { Logger } from '@nestjs/common';
import { ArrayUnique, IsEmail, IsEnum, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { z } from 'zod';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import type { SecretFieldsPolicy } from './elicitation-forms.js';
import { ElicitationForms } from './elicitation-forms.js';

enum Size {
  Small = 's',
  Large = 'l',
}

class OrderDto {
  @IsEmail()
  mail!: string;

  @IsEnum(Size)
  size!: Size;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(9)
  count?: number;

  @IsIn(['red', 'blue'])
  colour!: string;

  @ArrayUnique()
  @IsIn(['gift', 'fast'], { each: true })
  extras!: string[];
}

const ORDER = z.object({
  mail: z.email(),
  size: z.enum(['s', 'l']),
  count: z.int().min(1).max(9).optional(),
  colour: z.string().nullable(),
  extras: z.array(z.enum(['gift', 'fast'])).max(2),
  sure: z.boolean().default(false),
});

const secret = (name = 'password') => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
});

function formsWith(policy: SecretFieldsPolicy = 'warn') {
  const warnings: string[] = [];
  const logger = { warn: (text: string) => warnings.push(text) } as unknown as Logger;
  return { forms: new ElicitationForms(policy, logger), warnings };
}

const text = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });

describe('a form of a class', () => {
  it('has a field for each property', async () => {
    const { schema } = await formsWith().forms.get(OrderDto, 'here');

    expect(schema).toEqual({
      type: 'object',
      properties: {
        mail: { type: 'string', format: 'email', maxLength: 254 },
        size: { type: 'string', enum: ['s', 'l'] },
        count: { type: 'integer', minimum: 1, maximum: 9 },
        colour: { type: 'string', enum: ['red', 'blue'] },
        extras: { type: 'array', items: { type: 'string', enum: ['gift', 'fast'] } },
      },
      required: ['mail', 'size', 'colour', 'extras'],
    });
  });

  it('gives an instance of the class', async () => {
    const form = await formsWith().forms.get(OrderDto, 'here');
    const content = { mail: 'a@b.de', size: 's', colour: 'red', extras: ['gift'], admin: true };

    const given = await form.read(content);

    expect(given).toBeInstanceOf(OrderDto);
    expect(given).not.toHaveProperty('admin');
  });

  it('refuses what the schema cannot say either', async () => {
    const form = await formsWith().forms.get(OrderDto, 'here');
    const content = { mail: 'a@b.de', size: 's', colour: 'red', extras: ['gift', 'gift'] };

    await expect(form.read(content)).rejects.toThrow(/does not fit the form: extras: /);
  });
});

describe('a form of a zod schema', () => {
  it('has a field for each property', async () => {
    const { schema } = await formsWith().forms.get(ORDER, 'here');

    expect(schema.properties).toMatchObject({
      mail: { type: 'string', format: 'email' },
      size: { type: 'string', enum: ['s', 'l'] },
      count: { type: 'integer', minimum: 1, maximum: 9 },
      colour: { type: 'string' },
      extras: { type: 'array', items: { type: 'string', enum: ['gift', 'fast'] }, maxItems: 2 },
      sure: { type: 'boolean', default: false },
    });
  });

  it('gives what the schema makes of the answer', async () => {
    const form = await formsWith().forms.get(ORDER, 'here');

    await expect(
      form.read({ mail: 'a@b.de', size: 'l', colour: null, extras: [] }),
    ).resolves.toEqual({ mail: 'a@b.de', size: 'l', colour: null, extras: [], sure: false });
    await expect(form.read({ mail: 'no' })).rejects.toThrow(/mail: .*\n?size: /s);
  });
});

describe('a form that no client can show', () => {
  it.each([
    ['zod', z.object({ address: z.object({ town: z.string() }) })],
    ['JSON Schema', { type: 'object', properties: { address: { type: 'object' } } }],
  ])('of %s is refused with the place and the field', async (_kind, source) => {
    await expect(formsWith().forms.get(source, 'ctx.elicit("Where?")')).rejects.toThrow(
      /^ctx\.elicit\("Where\?"\): the field "address" /,
    );
  });

  it('of a schema that refers to itself is refused', async () => {
    const properties: Record<string, unknown> = {};
    properties.self = properties;

    await expect(formsWith().forms.get({ type: 'object', properties }, 'here')).rejects.toThrow(
      McpConfigurationError,
    );
  });

  it.each([undefined, null, 7, 'x', []])('of %j is refused', async (source) => {
    await expect(formsWith().forms.get(source as never, 'here')).rejects.toThrow(
      McpConfigurationError,
    );
  });
});

describe('forms that are asked for again', () => {
  it('are made once for each class or schema', async () => {
    const { forms } = formsWith();

    expect(await forms.get(OrderDto, 'a')).toBe(await forms.get(OrderDto, 'b'));
    expect(await forms.get(ORDER, 'a')).toBe(await forms.get(ORDER, 'b'));
  });

  it('are made once for equal text, though each call writes a new object', async () => {
    const { forms } = formsWith();

    expect(await forms.get(text('x'), 'a')).toBe(await forms.get(text('x'), 'b'));
  });

  it('are forgotten when 256 others came since they were last used', async () => {
    const { forms } = formsWith();
    const first = await forms.get(text('first'), 'a');
    const others = async (count: number, prefix: string) => {
      for (let n = 0; n < count; n++) await forms.get(text(`${prefix}${n}`), 'a');
    };

    await others(255, 'a');
    expect(await forms.get(text('first'), 'a')).toBe(first);
    await others(255, 'b');
    expect(await forms.get(text('first'), 'a')).toBe(first);
    await others(256, 'c');
    expect(await forms.get(text('first'), 'a')).not.toBe(first);
  });
});

describe('a form that asks for a secret', () => {
  it('is warned of once for its fields, whatever the words', async () => {
    const { forms, warnings } = formsWith();

    await forms.get({ ...secret(), title: 'a' }, 'ctx.elicit("Password of Ann?")');
    await forms.get({ ...secret(), title: 'b' }, 'ctx.elicit("Password of Bob?")');

    expect(warnings).toEqual([
      'ctx.elicit("Password of Ann?") asks for password: forms must not ask for secrets; use ' +
        'ctx.elicitUrl(), or set the option secretFormFields. Said once for these fields.',
    ]);
  });

  it('is warned of for at most 256 sets of fields', async () => {
    const { forms, warnings } = formsWith();
    for (let n = 0; n < 300; n++) await forms.get(secret(`password ${n}`), 'here');

    expect(warnings).toHaveLength(256);
  });

  it('is refused by the policy refuse', async () => {
    await expect(formsWith('refuse').forms.get(secret(), 'here')).rejects.toThrow(
      'here asks for password: forms must not ask for secrets',
    );
  });

  it('is shown without a word by the policy allow', async () => {
    const { forms, warnings } = formsWith('allow');

    await expect(forms.get(secret(), 'here')).resolves.toBeDefined();
    expect(warnings).toEqual([]);
  });
});

describe('what was filled in', () => {
  it.each([undefined, null, 'x', 7, []])('is no content when it is %j', async (content) => {
    const form = await formsWith().forms.get(text('x'), 'here');

    await expect(form.read(content)).rejects.toThrow('has no content');
  });

  it('may hold fields with the names of members of every object', async () => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"string"},"constructor":{"type":"string"}}',
    );
    const form = await formsWith().forms.get({ type: 'object', properties }, 'here');
    const content = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}') as object;

    expect(JSON.stringify(await form.read(content))).toBe('{"__proto__":"a","constructor":"b"}');
  });
});
