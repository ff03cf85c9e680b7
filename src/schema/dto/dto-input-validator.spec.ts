import 'reflect-metadata';
import { Transform, Type } from 'class-transformer';
import * as v from 'class-validator';
import { derive, Item } from './derive.fixture.js';

describe('enforcement', () => {
  it('refuse null and list in place of a nested object, and an object in place of a list', async () => {
    class Dto {
      @v.ValidateNested() @Type(() => Item) item!: Item;
      @v.ValidateNested({ each: true }) @Type(() => Item) items!: Item[];
      @v.IsString({ each: true }) tags!: string[];
    }
    const dto = await derive(Dto);
    const good = { sku: 'a', qty: 1 };
    await expect(dto.accepts({ item: good, items: [good], tags: [] })).resolves.toBe(true);
    await expect(dto.issues({ item: [good], items: good, tags: 'a' })).resolves.toEqual([
      'item | item must be an object',
      'items | items must be an array',
      'tags | tags must be an array',
    ]);
    await expect(dto.issues({ item: null, items: [null], tags: [] })).resolves.toEqual([
      'item | item must be an object',
      'items.0 | items must be an object',
    ]);
  });

  it('require a nested object only where its absence is refused', async () => {
    class Dto {
      @v.ValidateNested() @Type(() => Item) loose!: Item;
      @v.IsDefined() @v.ValidateNested() @Type(() => Item) firm!: Item;
    }
    expect((await derive(Dto)).json['required']).toEqual(['firm']);
  });

  it('enforce the declared type where no validator states one', async () => {
    class Dto {
      @v.IsNotEmpty() name!: string;
      @v.IsOptional() page?: number;
      @v.Allow() free!: string;
    }
    const dto = await derive(Dto);
    expect(dto.properties).toEqual({
      name: { type: 'string', minLength: 1 },
      page: { type: ['number', 'null'] },
      free: {},
    });
    await expect(dto.issues({ name: { $ne: 1 } })).resolves.toEqual([
      'name | name must be a string',
    ]);
    await expect(dto.accepts({ name: 'a', free: { a: 1 } })).resolves.toBe(true);
  });

  it('convert only what keeps its meaning', async () => {
    class Dto {
      @v.IsOptional() @v.IsInt() n?: number;
      @v.IsOptional() @v.IsBoolean() b?: boolean;
      @v.IsOptional() @v.IsString() s?: string;
    }
    const dto = await derive(Dto, { transformOptions: { enableImplicitConversion: true } });
    await expect(dto.instance({ n: '5', b: true, s: 7 })).resolves.toEqual({
      n: 5,
      b: true,
      s: '7',
    });
    await expect(dto.issues({ n: '', b: 'false', s: {} })).resolves.toEqual([
      'n | n must be a number',
      'b | b must be a boolean',
      's | s must be a string',
    ]);
  });

  it('show what validators say of a transformed property', async () => {
    class Dto {
      @Transform(({ value }: { value: string }) => value.trim()) @v.IsString() name!: string;
      @Transform(({ value }: { value: string | string[] }) =>
        typeof value === 'string' ? value.split(',') : value,
      )
      @v.IsString({ each: true })
      tags!: string[];
    }
    const dto = await derive(Dto);
    expect(dto.properties).toEqual({
      name: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
    });
    await expect(dto.instance({ name: ' a ', tags: 'x,y' })).resolves.toEqual({
      name: 'a',
      tags: ['x', 'y'],
    });
    // The transform throws on a number: that is the value's fault, not the application's.
    await expect(dto.issues({ name: 5, tags: [] })).resolves.toEqual([
      'name | name must be a string',
    ]);
  });

  it('reject when a transform fails on a value of the shown type', async () => {
    class Dto {
      @Transform(() => {
        throw new Error('database is down');
      })
      @v.IsString()
      name!: string;
    }
    const dto = await derive(Dto);
    await expect(dto.validate({ name: 'a' })).rejects.toThrow('database is down');
  });

  it('wait for asynchronous validators, and show nothing of them', async () => {
    class Dto {
      @v.ValidateBy({
        name: 'isFree',
        async: true,
        validator: {
          validate: async (x: unknown) => x === 'a',
          defaultMessage: () => '$property is taken',
        } as never,
      })
      @v.IsString()
      name!: string;
    }
    const dto = await derive(Dto);
    expect(dto.properties['name']).toEqual({ type: 'string' });
    await expect(dto.accepts({ name: 'a' })).resolves.toBe(true);
    await expect(dto.issues({ name: 'b' })).resolves.toEqual(['name | name is taken']);
  });

  it('are synchronous where only built-in validators are at work', async () => {
    expect((await derive(Item)).validate({ sku: 'a', qty: 1 })).not.toBeInstanceOf(Promise);
  });

  it('follow skipMissingProperties', async () => {
    const dto = await derive(Item, { skipMissingProperties: true });
    expect(dto.json).not.toHaveProperty('required');
    expect(dto.properties['sku']).toEqual({ type: ['string', 'null'] });
    await expect(dto.accepts({ sku: null })).resolves.toBe(true);
  });

  it('are deeply frozen', async () => {
    const { json, properties } = await derive(Item);
    expect(Object.isFrozen(json) && Object.isFrozen(properties['sku'])).toBe(true);
  });
});

describe('unknown properties', () => {
  const given = { sku: 'a', qty: 1, extra: 2 };

  it('are stripped by default', async () => {
    const dto = await derive(Item);
    expect(dto.json).not.toHaveProperty('additionalProperties');
    await expect(dto.instance(given)).resolves.toEqual({ sku: 'a', qty: 1 });
  });

  it('are refused, and shown to be, with forbidNonWhitelisted', async () => {
    const dto = await derive(Item, { forbidNonWhitelisted: true });
    expect(dto.json['additionalProperties']).toBe(false);
    await expect(dto.issues(given)).resolves.toEqual(['extra | property extra should not exist']);
  });

  it('are kept with whitelist: false', async () => {
    const dto = await derive(Item, { whitelist: false, forbidNonWhitelisted: true });
    expect(dto.json).not.toHaveProperty('additionalProperties');
    await expect(dto.instance(given)).resolves.toEqual(given);
  });

  it.each(['__proto__', 'constructor'])('never bring %s into an instance', async (key) => {
    class Dto {
      @v.IsObject() meta!: object;
      @v.Allow() any?: unknown;
    }
    const attack = JSON.parse(`{"${key}":{"prototype":{"bad":1},"bad":1},"meta":{}}`) as object;
    const dto = await derive(Dto, { whitelist: false });
    const instance = await dto.instance(attack);
    expect(Object.getPrototypeOf(instance)).toBe(Dto.prototype);
    expect(instance['bad']).toBeUndefined();
    const inside = JSON.parse(`{"meta":{"a":[{"${key}":{"bad":1}}]},"any":{"${key}":1}}`) as object;
    await expect(dto.issues(inside)).resolves.toEqual([
      `meta | meta must not contain a property named "${key}"`,
      `any | any must not contain a property named "${key}"`,
    ]);
    expect(({} as Record<string, unknown>)['bad']).toBeUndefined();
  });
});

describe('values', () => {
  it.each([[null], [undefined], [[]], ['a'], [1], [[{ sku: 'a', qty: 1 }]]])(
    'refuses the root %j',
    async (value) => {
      await expect((await derive(Item)).issues(value)).resolves.toEqual([' | must be an object']);
    },
  );

  it('is an instance of the class, nested ones too', async () => {
    class Dto {
      @v.ValidateNested({ each: true }) @Type(() => Item) items!: Item[];
    }
    const instance = await (await derive(Dto)).instance({ items: [{ sku: 'a', qty: 1 }] });
    expect(instance).toBeInstanceOf(Dto);
    expect((instance['items'] as unknown[])[0]).toBeInstanceOf(Item);
  });

  it('names every broken rule with its path, in one order', async () => {
    class Dto {
      @v.ValidateNested({ each: true }) @Type(() => Item) items!: Item[];
      @v.IsString() name!: string;
    }
    const dto = await derive(Dto);
    const bad = {
      items: [
        { sku: 'a', qty: 1 },
        { sku: 1, qty: 0 },
      ],
    };
    await expect(dto.issues(bad)).resolves.toEqual([
      'items.1.sku | sku must be a string',
      'items.1.qty | qty must not be less than 1',
      'name | name must be a string',
    ]);
  });

  it('refuses nesting without end instead of overflowing the stack', async () => {
    class Tree {
      @v.IsOptional() @v.ValidateNested() @Type(() => Tree) child?: Tree;
      @v.Allow() any?: unknown;
    }
    let deep: object = {};
    for (let level = 0; level < 20_000; level += 1) deep = { any: deep, child: deep };
    await expect((await derive(Tree)).accepts(deep)).resolves.toBe(false);
  });
});
