import 'reflect-metadata';
import { Type } from 'class-transformer';
import * as v from 'class-validator';
import { Address, Base, derive, Item, refusal } from './derive.fixture.js';

describe('what class-validator-jsonschema gets wrong', () => {
  enum Level {
    Low,
    High = 5,
  }

  it('shows the numbers of a numeric enum, and refuses its names', async () => {
    class Dto {
      @v.IsEnum(Level) level!: Level;
    }
    const dto = await derive(Dto);
    expect(dto.properties['level']).toEqual({ type: 'number', enum: [0, 5] });
    await expect(dto.accepts({ level: 5 })).resolves.toBe(true);
    await expect(dto.accepts({ level: 'Low' })).resolves.toBe(false);
  });

  it('keeps the meaning of regex flags', async () => {
    class Dto {
      @v.Matches(/^[a-z]+$/i) slug!: string;
    }
    const dto = await derive(Dto);
    expect(dto.properties['slug']).toEqual({ type: 'string', pattern: '^[a-zA-Z]+$' });
    await expect(dto.accepts({ slug: 'ABC' })).resolves.toBe(true);
  });

  it('accepts and shows a date without time for IsDateString', async () => {
    class Dto {
      @v.IsDateString() day!: string;
    }
    const dto = await derive(Dto);
    expect(dto.shows({ day: '2026-01-01' })).toBe(true);
    await expect(dto.accepts({ day: '2026-01-01' })).resolves.toBe(true);
  });

  it('requires neither properties with an initialiser nor @Allow, and shows the default', async () => {
    class Dto {
      @v.IsInt() limit: number = 10;
      @v.Allow() anything: unknown;
      @v.IsString() name!: string;
    }
    const dto = await derive(Dto);
    expect(dto.json['required']).toEqual(['name']);
    expect(dto.properties).toMatchObject({ limit: { type: 'integer', default: 10 }, anything: {} });
    await expect(dto.instance({ name: 'a' })).resolves.toMatchObject({ limit: 10 });
  });

  it('requires a property whose initialiser its own validators refuse', async () => {
    class Dto {
      @v.IsNotEmpty() @v.IsString() name: string = '';
    }
    const dto = await derive(Dto);
    expect(dto.json['required']).toEqual(['name']);
    expect(dto.properties['name']).not.toHaveProperty('default');
    await expect(dto.accepts({})).resolves.toBe(false);
  });

  it('shows null where IsOptional accepts it', async () => {
    class Dto {
      @v.IsOptional() @v.IsString() name?: string | null;
      @v.IsOptional() @v.IsIn(['a', 1]) mixed?: string | number;
      @v.IsOptional() @v.ValidateNested() @Type(() => Item) item?: Item;
    }
    const dto = await derive(Dto);
    expect(dto.properties['name']).toEqual({ type: ['string', 'null'] });
    expect(dto.properties['mixed']).toEqual({ enum: ['a', 1, null] });
    expect(dto.properties['item']).toEqual({ anyOf: [{ $ref: '#/$defs/Item' }, { type: 'null' }] });
    const nothing = { name: null, mixed: null, item: null };
    expect(dto.shows(nothing)).toBe(true);
    await expect(dto.accepts(nothing)).resolves.toBe(true);
    await expect(dto.accepts({})).resolves.toBe(true);
  });

  it('never shows the format "url", which does not exist', async () => {
    class Dto {
      @v.IsUrl() url!: string;
    }
    expect((await derive(Dto)).properties['url']).toMatchObject({ format: 'uri' });
  });

  it('keeps classes of one name apart', async () => {
    const first = (() => {
      class Part {
        @v.IsString() a!: string;
      }
      return Part;
    })();
    const second = (() => {
      class Part {
        @v.IsInt() b!: number;
      }
      return Part;
    })();
    class Dto {
      @v.ValidateNested() @Type(() => first) one!: object;
      @v.ValidateNested() @Type(() => second) two!: object;
    }
    const { json } = await derive(Dto);
    expect(json['$defs']).toMatchObject({
      Part: { properties: { a: {} } },
      Part_2: { properties: { b: {} } },
    });
    expect(json['properties']).toMatchObject({
      one: { $ref: '#/$defs/Part' },
      two: { $ref: '#/$defs/Part_2' },
    });
  });

  it('includes subclasses without decorators of their own, also where they are referred to', async () => {
    class Sub extends Base {}
    class Holder {
      @v.ValidateNested() @Type(() => Sub) sub!: Sub;
    }
    expect((await derive(Sub)).json['required']).toEqual(['id']);
    expect((await derive(Holder)).json['$defs']).toMatchObject({ Sub: { required: ['id'] } });
  });

  it('shows discriminated classes, each with its discriminator', async () => {
    class Dto {
      @v.ValidateNested()
      @Type(() => Base, {
        discriminator: {
          property: 'kind',
          subTypes: [
            { value: Item, name: 'item' },
            { value: Address, name: 'address' },
          ],
        },
      })
      thing!: Item | Address;
    }
    const dto = await derive(Dto, { forbidNonWhitelisted: true });
    const good = { thing: { kind: 'address', street: 's' } };
    expect(dto.shows(good)).toBe(true);
    const { thing } = await dto.instance(good);
    expect(thing).toBeInstanceOf(Address);
    expect(good.thing.kind).toBe('address');
    for (const bad of [{ street: 's' }, { kind: 'dog' }, { kind: 'item', street: 's' }]) {
      expect(dto.shows({ thing: bad })).toBe(false);
      await expect(dto.accepts({ thing: bad })).resolves.toBe(false);
    }
  });

  it('refuses a nested list without @Type at boot', async () => {
    class Dto {
      @v.ValidateNested({ each: true }) items!: Item[];
    }
    const message = await refusal(Dto);
    expect(message).toMatch(/OrdersService\.create: Dto\.items .*@ValidateNested.*Add @Type/s);
  });

  it('refuses a class without validators at boot', async () => {
    class Bare {
      name!: string;
    }
    expect(await refusal(Bare)).toMatch(/Bare has no class-validator decorators/);
  });
});
