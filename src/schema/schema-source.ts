import type { Type } from '@nestjs/common';
import type { JsonObject } from '../protocol/json.js';
import type { StandardJsonSchema } from './standard-schema.interface.js';

/**
 * What `input` and `output` accept: a class-validator DTO class, a Standard Schema that can give
 * JSON Schema (zod 4 and others), or a raw JSON Schema 2020-12 with an object root.
 *
 * @publicApi
 */
export type SchemaSource = Type<unknown> | StandardJsonSchema | JsonObject;
