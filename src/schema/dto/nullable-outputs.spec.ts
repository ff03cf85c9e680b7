import 'reflect-metadata';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import * as v from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { JsonObject } from '../../protocol/json.js';
import { compileSchema } from '../compile-schema.js';
import { derive, Item } from './derive.fixture.js';

class Reply {
  @v.IsOptional() @v.IsString() note?: string | null;
  @v.IsOptional() @v.IsIn(['a', 'b']) grade?: string | null;
  @v.IsOptional() @v.ValidateNested() @Type(() => Item) item?: Item | null;
  @v.IsOptional() @v.IsInt({ each: true }) counts?: number[] | null;
}

class Declared {
  @ApiProperty({ nullable: true }) @v.IsOptional() @v.IsString() swagger?: string | null;
  @JSONSchema({ type: ['string', 'null'] } as never)
  @v.IsOptional()
  @v.IsString()
  written?: string | null;
  @v.ValidateIf((_, value) => value !== null) @v.IsString() required!: string | null;
}

const NOTHING = { note: null, grade: null, item: null, counts: null };

async function output(source: new () => object, nullableOptionals?: boolean) {
  const compiled = await compileSchema(source, {
    role: 'output',
    where: 'here',
    nullableOptionals,
  });
  return { ...compiled, properties: compiled.json.properties as JsonObject };
}

describe('an optional property of an output', () => {
  it('is shown as its type alone', async () => {
    const { properties, json } = await output(Reply);

    expect(properties).toEqual({
      note: { type: 'string' },
      grade: { type: 'string', enum: ['a', 'b'] },
      item: { $ref: '#/$defs/Item' },
      counts: { type: 'array', items: { type: 'integer' } },
    });
    expect(json).not.toHaveProperty('required');
  });

  it('is left out where it is null, since what is sent must fit what is shown', async () => {
    const { validate } = await output(Reply);

    expect(await validate({ ...NOTHING, note: 'x' })).toEqual({ ok: true, value: { note: 'x' } });
    expect((await derive(Reply, {}, 'output')).shows({})).toBe(true);
  });

  it('is shown as its type or null where that is asked for, and null is sent', async () => {
    const { properties, validate } = await output(Reply, true);

    expect(properties).toEqual({
      note: { type: ['string', 'null'] },
      grade: { type: ['string', 'null'], enum: ['a', 'b', null] },
      item: { anyOf: [{ $ref: '#/$defs/Item' }, { type: 'null' }] },
      counts: { type: ['array', 'null'], items: { type: 'integer' } },
    });
    expect(await validate(NOTHING)).toEqual({ ok: true, value: NOTHING });
  });

  it('may be null where the class says so, whatever is asked for', async () => {
    const given = { swagger: null, written: null, required: null };
    const { properties, validate, json } = await output(Declared);

    expect(properties).toEqual({
      swagger: { type: ['string', 'null'] },
      written: { type: ['string', 'null'] },
      required: { type: ['string', 'null'] },
    });
    expect(json.required).toEqual(['required']);
    expect(await validate(given)).toEqual({ ok: true, value: given });
  });

  it('is still null where only null may be skipped', async () => {
    class Strict {
      @v.IsString() name!: string | null;
    }
    const strict = await derive(Strict, { skipNullProperties: true }, 'output');

    expect(strict.properties['name']).toEqual({ type: ['string', 'null'] });
    expect(await strict.validate({ name: null })).toEqual({ ok: true, value: { name: null } });
  });

  it('of an input takes null as ever', async () => {
    expect((await derive(Reply)).properties['note']).toEqual({ type: ['string', 'null'] });
  });
});
