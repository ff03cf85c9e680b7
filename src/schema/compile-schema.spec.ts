import 'reflect-metadata';
import { IsString } from 'class-validator';
import { z } from 'zod';
import { compileSchema } from './compile-schema.js';
import { isObjectRoot } from './is-object-root.js';
import type { SchemaSource } from './schema-source.js';

class Dto {
  @IsString() name!: string;
}

describe('compileSchema', () => {
  it.each([
    ['a DTO class', Dto],
    ['a Standard Schema', z.object({ name: z.string() })],
    [
      'a JSON Schema object',
      { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    ],
  ] as [string, SchemaSource][])('shows and enforces %s', async (_, source) => {
    const { json, validate } = await compileSchema(source, { role: 'input', where: 'Shop.find' });
    expect(json).toMatchObject({
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
    });
    expect(await validate({ name: 'a' })).toEqual({ ok: true, value: { name: 'a' } });
    const bad = await validate({ name: 1 });
    expect(bad).toMatchObject({ ok: false, issues: [{ path: 'name' }] });
    expect(!bad.ok && bad.issues[0]?.message).toMatch(/^name/);
  });

  it.each([
    [undefined, /undefined is no schema.*import cycle/s],
    [null, /null is no schema/],
    ['string', /string is no schema/],
    [[{ type: 'object' }], /an array is no schema/],
    [new Map(), /an instance of Map is no schema/],
    [new Dto(), /an instance of Dto is no schema/],
  ])('refuses %p at boot, naming the place', async (source, expected) => {
    const attempt = compileSchema(source as never, { role: 'input', where: 'Shop.find' });
    await expect(attempt).rejects.toMatchObject({ name: 'McpConfigurationError' });
    await expect(attempt).rejects.toThrow(expected);
    await expect(attempt).rejects.toThrow(/^Shop\.find: /);
  });

  it('takes a callable Standard Schema for a schema, not for a class', async () => {
    const callable = Object.assign(() => undefined, { '~standard': z.object({})['~standard'] });
    const { json } = await compileSchema(callable as never, { role: 'input', where: 'Shop.find' });
    expect(json).toMatchObject({ type: 'object' });
  });
});

describe('isObjectRoot', () => {
  it('is about the root type only', () => {
    expect(isObjectRoot({ type: 'object' })).toBe(true);
    expect(isObjectRoot({ type: ['object', 'null'] })).toBe(false);
    expect(isObjectRoot({ anyOf: [{ type: 'object' }] })).toBe(false);
  });
});
