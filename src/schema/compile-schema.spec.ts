import 'reflect-metadata';
import { z } from 'zod';
import {
  IsString,
  IsInt,
  IsOptional,
  IsEnum,
  IsArray,
  ValidateNested,
  Min,
  Max,
  IsEmail,
  IsUUID,
  IsDate,
  IsDateString,
  IsIn,
  Matches,
  ArrayMinSize,
  Length,
  IsNumber,
  IsBoolean,
  IsObject,
  IsUrl,
  ValidateIf,
  IsPositive,
  Allow,
  IsNotEmpty,
  Equals,
  IsDivisibleBy,
  IsNotIn,
  IsLatitude,
  ArrayUnique,
} from 'class-validator';
import { Type, Transform, Expose } from 'class-transformer';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { compileSchema } from './compile-schema.js';
enum Color {
  Red = 'red',
  Blue = 'blue',
}
enum Num {
  A,
  B = 5,
}
class Item {
  @IsString() sku!: string;
  @IsInt() @Min(1) qty!: number;
}
class Address {
  @IsString() street!: string;
  @IsOptional() @IsString() zip?: string;
}
class Base {
  @IsUUID() id!: string;
}
class Order extends Base {
  @IsEnum(Color) color!: Color;
  @IsEnum(Num) num!: Num;
  @IsOptional() @IsEmail() email?: string;
  @ValidateNested() @Type(() => Address) address!: Address;
  @IsArray() @ValidateNested({ each: true }) @Type(() => Item) @ArrayMinSize(1) items!: Item[];
  @IsDate() @Type(() => Date) when!: Date;
  @IsDateString() whenStr!: string;
  @IsIn(['a', 'b']) letter!: string;
  @Matches(/^[a-z]+$/i) slug!: string;
  @IsString({ each: true }) tags!: string[];
  @IsEnum(Color, { each: true }) colors!: Color[];
  @IsObject() meta!: Record<string, unknown>;
  @IsInt() limit: number = 10;
  @IsOptional() @IsInt() page?: number = 1;
  @ValidateIf((o: any) => o.letter === 'a') @IsString() cond!: string;
  @ValidateIf((_, v) => v !== null) @IsString() nul!: string | null;
  @IsPositive() pos!: number;
  @Allow() anything: any;
  @IsNotEmpty() ne!: string;
  @Equals('x') eq!: string;
  @Length(2, 4) len!: string;
  @IsUrl() url!: string;
  @IsBoolean() flag!: boolean;
  @IsNumber({ maxDecimalPlaces: 2 }) price!: number;
  @IsInt() @Min(1) @Max(5) rating!: number;
  @IsOptional() @IsString() nullable!: string | null;
  @IsNotIn(['z']) notz!: string;
  @IsDivisibleBy(3) d3!: number;
  @ArrayUnique() @IsInt({ each: true }) uq!: number[];
  @IsLatitude() lat!: number;
  @Transform(({ value }) => value.trim()) @IsString() tr!: string;
  @Expose({ name: 'snake_name' }) @IsString() camelName!: string;
  @IsString({ groups: ['admin'] }) grouped!: string;
}
const good = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  color: 'red',
  num: 5,
  address: { street: 's' },
  items: [{ sku: 'a', qty: 1 }],
  when: '2026-01-01T00:00:00Z',
  whenStr: '2026-01-01',
  letter: 'b',
  slug: 'Abc',
  tags: ['x'],
  colors: ['red'],
  meta: {},
  nul: null,
  pos: 1,
  ne: 'x',
  eq: 'x',
  len: 'abc',
  url: 'https://a.co',
  flag: true,
  price: 1.25,
  rating: 3,
  notz: 'a',
  d3: 3,
  uq: [1, 2],
  lat: 3,
  tr: ' x ',
  snake_name: 'n',
  grouped: 'g',
};
test('smoke', async () => {
  for (const role of ['input', 'output'] as const) {
    const c = await compileSchema(Order, { role, where: 'X.y' });
    console.log(JSON.stringify(c.json, null, 1).replace(/\n\s{3,}/g, ' '));
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: false });
    (formats as any)(ajv);
    const v = ajv.compile(c.json);
    console.log(role, v(good), v.errors, await c.validate(good));
    console.log(
      await c.validate({
        ...good,
        items: [{ sku: 1 }, []],
        num: 'A',
        address: [],
        tags: 'x',
        lat: {},
        tr: 5,
        extra: 1,
      }),
    );
  }
  const s = await compileSchema(z.object({ a: z.string() }), { role: 'input', where: 'X.y' });
  console.log(s.json, await s.validate({ a: 1 }));
  const r = await compileSchema(
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    { role: 'input', where: 'X.y' },
  );
  console.log(r.json, await r.validate({ a: 1 }), await r.validate({}));
});
