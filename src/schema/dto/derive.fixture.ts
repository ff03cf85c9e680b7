import 'reflect-metadata';
import ajvFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as v from 'class-validator';
import { compileSchema } from '../compile-schema.js';
import type { CompiledSchema } from '../compiled-schema.interface.js';
import type { DtoValidationSettings } from '../dto-validation-settings.interface.js';
import type { SchemaSource } from '../schema-source.js';
import type { JsonObject } from '../../protocol/json.js';

/** A compiled class with what specs ask of it. */
export interface Subject extends CompiledSchema {
  readonly shows: ValidateFunction;
  readonly properties: Record<string, JsonObject>;
  accepts(value: unknown): Promise<boolean>;
  instance(value: unknown): Promise<Record<string, unknown>>;
  issues(value: unknown): Promise<string[]>;
}

/** Every schema a test derives is also compiled strictly, so an unknown keyword or a dangling $ref fails. */
export async function derive(
  source: SchemaSource,
  validation: DtoValidationSettings = {},
  role: 'input' | 'output' = 'input',
): Promise<Subject> {
  const compiled = await compileSchema(source, { role, where: 'OrdersService.create', validation });
  const ajv = new Ajv2020({ strict: true, keywords: ['x-mcp-header'] });
  (ajvFormats as unknown as (ajv: object) => void)(ajv);
  expect(compiled.json).toMatchObject({ type: 'object', properties: expect.any(Object) as object });
  expect(Object.keys(compiled.json)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(oneOf|anyOf|allOf|not|if|\$ref)$/)]),
  );
  return {
    ...compiled,
    shows: ajv.compile(compiled.json),
    properties: compiled.json['properties'] as Record<string, JsonObject>,
    accepts: async (value) => (await compiled.validate(value)).ok,
    instance: async (value) => {
      const outcome = await compiled.validate(value);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
      return outcome.value as Record<string, unknown>;
    },
    issues: async (value) => {
      const outcome = await compiled.validate(value);
      return outcome.ok ? [] : outcome.issues.map(({ path, message }) => `${path} | ${message}`);
    },
  };
}

/** The configuration error of a class that must not pass. */
export async function refusal(
  source: SchemaSource,
  validation: DtoValidationSettings = {},
): Promise<string> {
  const error = await derive(source, validation).then(
    () => undefined,
    (cause: unknown) => cause as Error,
  );
  expect(error?.name).toBe('McpConfigurationError');
  return error?.message ?? '';
}

export class Item {
  @v.IsString() sku!: string;
  @v.IsInt() @v.Min(1) qty!: number;
}
export class Address {
  @v.IsString() street!: string;
}
export class Base {
  @v.IsUUID() id!: string;
}
export class Poodle extends Base {
  @v.IsInt() curls!: number;
}
