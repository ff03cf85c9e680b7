import 'reflect-metadata';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import { PartialType as SwaggerPartial } from '@nestjs/swagger';
import { Exclude, Expose, Type } from 'class-transformer';
import * as v from 'class-validator';
import { McpHeader } from './mcp-header.decorator.js';
import { derive, refusal } from '../schema/dto/derive.fixture.js';

class Place {
  @McpHeader('Region') @v.IsString() region!: string;
  @v.IsString() room!: string;
}
class Order {
  @v.IsInt() amount!: number;
}

/** `x-mcp-header` by property. */
async function headersOf(type: new () => object): Promise<Record<string, unknown>> {
  const { properties } = await derive(type);
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, schema['x-mcp-header']]),
  );
}

describe('a property with @McpHeader()', () => {
  it('shows the header and is validated as before', async () => {
    const place = await derive(Place);

    expect(place.properties).toEqual({
      region: { type: 'string', 'x-mcp-header': 'Region' },
      room: { type: 'string' },
    });
    await expect(place.accepts({ region: 1, room: '1' })).resolves.toBe(false);
  });

  it('shows none in an output', async () => {
    const place = await derive(Place, {}, 'output');

    expect(place.properties['region']).toEqual({ type: 'string' });
  });

  it('shows one plain type where null is accepted too', async () => {
    class Dto {
      @McpHeader('Region') @v.IsOptional() @v.IsString() region?: string;
      @McpHeader('Level') @v.IsOptional() @v.IsInt() @v.Max(3) level?: number;
      @McpHeader('Kind') @v.IsOptional() @v.IsIn(['a', 'b']) kind?: string;
      @v.IsOptional() @v.IsString() note?: string;
    }
    const dto = await derive(Dto);

    expect(dto.properties).toEqual({
      region: { type: 'string', 'x-mcp-header': 'Region' },
      level: { type: 'integer', maximum: 3, 'x-mcp-header': 'Level' },
      kind: { type: 'string', enum: ['a', 'b'], 'x-mcp-header': 'Kind' },
      note: { type: ['string', 'null'] },
    });
    await expect(dto.accepts({ region: null, level: null, kind: null })).resolves.toBe(true);
  });

  it('is inherited, and replaced by the header of a subclass', async () => {
    class Desk extends Place {
      @McpHeader('Desk') @v.IsInt() desk!: number;
    }
    class Zone extends Place {
      @McpHeader('Zone') @v.IsString() override region: string = 'eu';
    }

    await expect(headersOf(Desk)).resolves.toEqual({
      desk: 'Desk',
      region: 'Region',
      room: undefined,
    });
    await expect(headersOf(Zone)).resolves.toMatchObject({ region: 'Zone' });
    await expect(headersOf(Place)).resolves.toMatchObject({ region: 'Region' });
  });

  it('does not give its header to the superclass whose validators it inherits', async () => {
    class Plain {
      @v.IsString() region!: string;
    }
    class Mirrored extends Plain {
      @McpHeader('Region') override region: string = 'eu';
    }

    await expect(headersOf(Plain)).resolves.toEqual({ region: undefined });
    await expect(headersOf(PartialType(Plain))).resolves.toEqual({ region: undefined });
    await expect(headersOf(Mirrored)).resolves.toEqual({ region: 'Region' });
  });

  it.each([
    ['PartialType', PartialType(Place), { region: 'Region', room: undefined }],
    ['PartialType of swagger', SwaggerPartial(Place), { region: 'Region', room: undefined }],
    ['PickType', PickType(Place, ['region'] as const), { region: 'Region' }],
    ['OmitType', OmitType(Place, ['room'] as const), { region: 'Region' }],
    ['OmitType of it', OmitType(Place, ['region'] as const), { room: undefined }],
    [
      'IntersectionType',
      IntersectionType(Order, Place),
      { amount: undefined, region: 'Region', room: undefined },
    ],
    [
      'several',
      PartialType(PickType(IntersectionType(Place, Order), ['region', 'amount'] as const)),
      { region: 'Region', amount: undefined },
    ],
  ])('keeps its header in %s', async (_, type, headers) => {
    class Dto extends (type as new () => object) {}

    await expect(headersOf(Dto)).resolves.toEqual(headers);
  });

  it('does not give its header to a class that shares a validator of the application', async () => {
    @v.ValidatorConstraint()
    class Known implements v.ValidatorConstraintInterface {
      validate = () => true;
    }
    class Marked {
      @McpHeader('Code') @v.Validate(Known) @v.IsString() code!: string;
    }
    class Other {
      @v.Validate(Known) @v.IsString() code!: string;
    }

    await expect(headersOf(Other)).resolves.toEqual({ code: undefined });
    await expect(headersOf(Marked)).resolves.toEqual({ code: 'Code' });
  });

  it('goes by the name that the JSON has', async () => {
    class Dto {
      @Expose({ name: 'area' }) @McpHeader('Region') @v.IsString() region!: string;
    }

    await expect(headersOf(Dto)).resolves.toEqual({ area: 'Region' });
  });

  it('is written in place in a nested class, however deep, and without null', async () => {
    class Site {
      @v.ValidateNested() @Type(() => Place) place!: Place;
    }
    class Dto {
      @v.IsOptional() @v.ValidateNested() @Type(() => Site) site?: Site;
      @v.ValidateNested() @Type(() => Order) order!: Order;
    }
    const dto = await derive(Dto);

    expect(dto.json['$defs']).toEqual({ Order: expect.any(Object) });
    expect(dto.properties['site']).toMatchObject({
      type: 'object',
      properties: {
        place: {
          type: 'object',
          properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
          required: ['region', 'room'],
        },
      },
    });
    await expect(
      dto.instance({ site: { place: { region: 'eu', room: '1' } }, order: { amount: 1 } }),
    ).resolves.toMatchObject({ site: { place: expect.any(Place) } });
    await expect(dto.accepts({ site: null, order: { amount: 1 } })).resolves.toBe(true);
  });

  it('stands in $defs where its class is in a list or holds itself', async () => {
    class Tree {
      @McpHeader('Name') @v.IsString() name!: string;
      @v.IsOptional() @v.ValidateNested() @Type(() => Tree) child?: Tree;
    }
    class Dto {
      @v.ValidateNested({ each: true }) @Type(() => Place) places!: Place[];
      @v.ValidateNested() @Type(() => Tree) tree!: Tree;
    }
    const dto = await derive(Dto);

    expect(Object.keys(dto.json['$defs'] as object).toSorted()).toEqual(['Place', 'Tree']);
    expect((await derive(Tree)).properties).toEqual({
      name: { type: 'string', 'x-mcp-header': 'Name' },
      child: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
    });
  });

  it('is refused without a validator, since it would be no part of the input', async () => {
    class Dto {
      @McpHeader('Region') region!: string;
      @v.IsString() room!: string;
    }

    await expect(refusal(Dto)).resolves.toMatch(
      /^OrdersService\.create: Dto\.region has @McpHeader\(\), but no class-validator decorator/,
    );
  });

  it('may be left out by groups and by @Exclude()', async () => {
    class Dto {
      @McpHeader('Region') @v.IsString({ groups: ['admin'] }) region!: string;
      @McpHeader('Zone') @Exclude() @v.IsOptional() @v.IsString() zone?: string;
      @v.IsString({ always: true }) room!: string;
    }

    const { properties } = await derive(Dto, { groups: ['user'] });
    expect(Object.keys(properties)).toEqual(['room']);
  });

  it.each<[string, object, string | symbol]>([
    ['a static property', Place, 'region'],
    ['a symbol', Place.prototype, Symbol('region')],
  ])('is refused on %s', (_, target, property) => {
    expect(() => (McpHeader('Region') as PropertyDecorator)(target, property)).toThrow(
      `@McpHeader() on Place.${String(property)}: only properties of instances can be mirrored`,
    );
  });
});
