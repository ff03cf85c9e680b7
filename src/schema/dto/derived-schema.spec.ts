import 'reflect-metadata';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import {
  ApiProperty,
  ApiPropertyOptional,
  ApiSchema,
  PartialType as SwaggerPartial,
} from '@nestjs/swagger';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import * as v from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Address, Base, derive, Item, refusal } from './derive.fixture.js';

describe('derived schemas', () => {
  it('take mapped types of both packages', async () => {
    class Full extends Base {
      @v.ValidateNested() @Type(() => Address) @v.IsDefined() address!: Address;
      @v.ValidateNested({ each: true }) @Type(() => Item) items!: Item[];
      @v.IsString({ each: true }) tags!: string[];
      @ApiProperty({ description: 'how many' }) @v.IsInt() count: number = 3;
    }
    class Partial extends PartialType(Full) {}
    class SwaggerPart extends SwaggerPartial(Full) {}
    class Picked extends PickType(Full, ['address', 'tags'] as const) {}
    class Omitted extends OmitType(Full, ['items', 'tags'] as const) {}
    class Both extends IntersectionType(Item, Address) {}
    const partial = await derive(Partial);
    expect(partial.json).not.toHaveProperty('required');
    expect(Object.keys(partial.properties).toSorted()).toEqual([
      'address',
      'count',
      'id',
      'items',
      'tags',
    ]);
    expect(partial.properties['tags']).toEqual({
      type: ['array', 'null'],
      items: { type: 'string' },
    });
    expect((await derive(SwaggerPart)).properties['count']).toMatchObject({
      description: 'how many',
    });
    expect((await derive(Picked)).json['required']).toEqual(['address', 'tags']);
    expect(Object.keys((await derive(Omitted)).properties).toSorted()).toEqual([
      'address',
      'count',
      'id',
    ]);
    expect((await derive(Both)).json['required']).toEqual(['sku', 'qty', 'street']);
  });

  it('take recursive classes', async () => {
    class Tree {
      @v.IsString() name!: string;
      @v.IsOptional() @v.ValidateNested({ each: true }) @Type(() => Tree) children?: Tree[];
    }
    class Holder {
      @v.ValidateNested() @Type(() => Tree) tree!: Tree;
    }
    const tree = await derive(Tree);
    expect(tree.properties['children']).toEqual({ type: ['array', 'null'], items: { $ref: '#' } });
    await expect(tree.issues({ name: 'a', children: [{ name: 1 }] })).resolves.toEqual([
      'children.0.name | name must be a string',
    ]);
    expect((await derive(Holder)).json['$defs']).toMatchObject({
      Tree: { properties: { children: { items: { $ref: '#/$defs/Tree' } } } },
    });
  });

  it('carry what the author wrote for swagger and class-validator-jsonschema', async () => {
    @ApiSchema({ description: 'An order' })
    class Dto {
      @ApiProperty({ description: 'its size', example: 3, minimum: 99 }) @v.IsInt() size!: number;
      @ApiPropertyOptional({ enum: ['a', 'b'], deprecated: true }) @v.IsString() kind!: string;
      @ApiProperty({ format: 'hostname' }) @v.IsString() host!: string;
      @JSONSchema({ title: 'Name', description: 'the name' }) @v.IsString() name!: string;
      @ApiProperty({ description: 'the account' }) @v.IsIBAN() iban!: string;
    }
    const dto = await derive(Dto);
    expect(dto.json['description']).toBe('An order');
    expect(dto.properties).toEqual({
      size: { type: 'integer', description: 'its size', examples: [3] },
      kind: { type: 'string', enum: ['a', 'b'], deprecated: true },
      host: { type: 'string', format: 'hostname' },
      name: { type: 'string', title: 'Name', description: 'the name' },
      iban: { type: 'string', description: 'the account (an IBAN)' },
    });
    const good = { size: 1, kind: 'a', host: 'h', name: 'n', iban: 'DE89370400440532013000' };
    await expect(dto.accepts(good)).resolves.toBe(true);
    await expect(dto.accepts({ ...good, kind: 'c' })).resolves.toBe(false);
  });

  it('carry what describes a value and does not constrain it', async () => {
    class Dto {
      @ApiProperty({ readOnly: true, pattern: '^a$' }) @v.IsString() id!: string;
      @ApiProperty({ writeOnly: true }) @v.IsString() pin!: string;
      @JSONSchema({ contentEncoding: 'base64', contentMediaType: 'image/png' } as never)
      @v.IsBase64()
      photo!: string;
    }
    const { properties, accepts } = await derive(Dto);

    expect(properties).toEqual({
      id: { type: 'string', readOnly: true },
      pin: { type: 'string', writeOnly: true },
      photo: expect.objectContaining({ contentEncoding: 'base64', contentMediaType: 'image/png' }),
    });
    await expect(accepts({ id: 'b', pin: '1', photo: 'aQ==' })).resolves.toBe(true);
  });

  it('show dates as text, and give the handler a Date', async () => {
    class Dto {
      @v.IsDate() @Type(() => Date) at!: Date;
    }
    class Implicit {
      @v.IsDate() at!: Date;
    }
    const dto = await derive(Dto);
    expect(dto.properties['at']).toMatchObject({ type: 'string', format: 'date-time' });
    await expect(dto.instance({ at: '2026-01-01T00:00:00Z' })).resolves.toEqual({
      at: new Date(Date.UTC(2026, 0, 1)),
    });
    await expect(dto.accepts({ at: 5 })).resolves.toBe(false);
    await expect(dto.accepts({ at: 'soon' })).resolves.toBe(false);
    const implicit = { transformOptions: { enableImplicitConversion: true } };
    expect((await derive(Implicit, implicit)).properties['at']).toMatchObject({
      format: 'date-time',
    });
    expect(await refusal(Implicit)).toMatch(/Implicit\.at has @IsDate.*@Type\(\(\) => Date\)/s);
  });

  it('speak the exposed names, and leave out what is excluded', async () => {
    class Dto {
      @Expose({ name: 'first_name' }) @v.IsString() firstName!: string;
      @Exclude() @v.IsOptional() @v.IsString() secret?: string;
    }
    const dto = await derive(Dto);
    expect(Object.keys(dto.properties)).toEqual(['first_name']);
    expect(dto.json['required']).toEqual(['first_name']);
    await expect(dto.instance({ first_name: 'a', secret: 's' })).resolves.toEqual({
      firstName: 'a',
    });
    await expect(dto.issues({ first_name: 1 })).resolves.toEqual([
      'first_name | first_name must be a string',
    ]);
    class Stuck {
      @v.IsString() name!: string;
      @Exclude() @v.IsString() secret!: string;
    }
    expect(await refusal(Stuck)).toMatch(/Stuck\.secret is excluded/);
  });

  it('neither show nor require what belongs to an inactive group', async () => {
    class Dto {
      @v.IsString({ groups: ['user', 'admin'] }) name!: string;
      @v.IsString({ groups: ['admin'] }) role!: string;
    }
    expect((await derive(Dto, { groups: ['user'] })).json['required']).toEqual(['name']);
    expect((await derive(Dto, { groups: ['admin'] })).json['required']).toEqual(['name', 'role']);
    expect(await refusal(Dto, { groups: ['none'] })).toMatch(/in the active validation groups/);
  });

  it('take the two usual ValidateIf conditions for what they mean', async () => {
    class Dto {
      @v.ValidateIf((_, value) => value !== null) @v.IsString() nullable!: string | null;
      @v.ValidateIf((_, value) => value !== undefined) @v.IsString() optional?: string;
    }
    const dto = await derive(Dto);
    expect(dto.json['required']).toEqual(['nullable']);
    expect(dto.properties).toEqual({
      nullable: { type: ['string', 'null'] },
      optional: { type: 'string' },
    });
    await expect(dto.accepts({ nullable: null })).resolves.toBe(true);
    await expect(dto.accepts({ nullable: null, optional: null })).resolves.toBe(false);
  });

  it('show a conditional constraint to callers but never to readers', async () => {
    class Dto {
      @v.IsIn(['card', 'cash']) by!: string;
      @v.ValidateIf((o: Dto) => o.by === 'card') @v.IsString() card?: string;
    }
    const input = await derive(Dto);
    expect(input.json['required']).toEqual(['by']);
    expect(input.properties['card']).toEqual({ type: 'string' });
    await expect(input.accepts({ by: 'cash' })).resolves.toBe(true);
    await expect(input.accepts({ by: 'card' })).resolves.toBe(false);
    const output = await derive(Dto, {}, 'output');
    expect(output.properties['card']).toEqual({});
  });
});

describe('rarer declarations', () => {
  it('take lists of dates', async () => {
    class Dto {
      @v.IsDate({ each: true }) @Type(() => Date) days!: Date[];
    }
    const dto = await derive(Dto);
    expect(dto.properties['days']).toMatchObject({ type: 'array', items: { format: 'date-time' } });
    await expect(dto.instance({ days: ['2026-01-01T00:00:00Z'] })).resolves.toEqual({
      days: [new Date(Date.UTC(2026, 0, 1))],
    });
    await expect(dto.accepts({ days: [5] })).resolves.toBe(false);
    const output = await derive(Dto, {}, 'output');
    await expect(output.instance({ days: [new Date(0)] })).resolves.toEqual({
      days: ['1970-01-01T00:00:00.000Z'],
    });
  });

  it('take @IsInstance of what @Type makes', async () => {
    class Dto {
      @v.IsInstance(Item) @v.ValidateNested() @Type(() => Item) item!: Item;
      @v.IsInstance(Address) @Type(() => Address) address!: Address;
    }
    const dto = await derive(Dto);
    expect(dto.properties).toEqual({ item: { $ref: '#/$defs/Item' }, address: { type: 'object' } });
    await expect(dto.accepts({ item: { sku: 'a', qty: 1 }, address: {} })).resolves.toBe(true);
    await expect(dto.accepts({ item: { sku: 'a', qty: 1 }, address: 'x' })).resolves.toBe(false);
  });

  it('do not take the class name of a renamed property for a second JSON name', async () => {
    class Dto {
      @Expose({ name: 'first_name' }) @v.IsString() firstName!: string;
      @Transform(({ value }: { value: unknown }) => value) @v.Allow() other?: unknown;
    }
    const dto = await derive(Dto);
    await expect(dto.instance({ first_name: 'a', firstName: 'b' })).resolves.toMatchObject({
      firstName: 'a',
    });
    await expect(dto.accepts({ firstName: 'b' })).resolves.toBe(false);
    const closed = await derive(Dto, { forbidNonWhitelisted: true });
    await expect(closed.issues({ first_name: 'a', firstName: 'b' })).resolves.toEqual([
      'firstName | property firstName should not exist',
    ]);
  });

  it('follow excludeExtraneousValues on the way in only', async () => {
    class Dto {
      @Expose() @v.IsString() shown!: string;
      @v.IsOptional() @v.IsString() hidden?: string;
    }
    const settings = { transformOptions: { excludeExtraneousValues: true } };
    expect(Object.keys((await derive(Dto, settings)).properties)).toEqual(['shown']);
    const output = await derive(Dto, settings, 'output');
    expect(Object.keys(output.properties)).toEqual(['shown', 'hidden']);
    expect(await refusal(Item, settings)).toMatch(/Item leaves no property to the input/);
  });

  it('leave the objects of the author unfrozen', async () => {
    const examples = [{ a: 1 }];
    class Dto {
      @JSONSchema({ examples } as never) @v.IsObject() value!: object;
    }
    expect((await derive(Dto)).properties['value']).toEqual({
      type: 'object',
      examples: [{ a: 1 }],
    });
    expect(Object.isFrozen(examples[0])).toBe(false);
  });
});
