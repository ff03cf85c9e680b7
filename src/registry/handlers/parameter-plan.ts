import type { ExecutionContext, PipeTransform, Type } from '@nestjs/common';
import type { HandlerKind } from '../../decorators/metadata-keys.js';
import { PIPES_KEY_PREFIX, ROUTE_ARGUMENTS } from '../../decorators/metadata-keys.js';
import type { ParameterMetadata } from '../../decorators/parameter-metadata.js';
import { readParameterMetadata } from '../../decorators/parameter-metadata.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import { isContextClass } from './context-brand.js';

type Pipes = readonly (Type<PipeTransform> | PipeTransform)[];

/** A decorator made with `createParamDecorator`. */
export interface CustomParameter {
  readonly factory: (data: unknown, context: ExecutionContext) => unknown;
  readonly data: unknown;
}

/** What one parameter receives. */
export interface ParameterSlot {
  readonly index: number;
  readonly source: 'arguments' | 'context' | 'custom';
  /** One member of the arguments, or of the context, instead of all. */
  readonly property?: string;
  readonly custom?: CustomParameter;
  readonly pipes: Pipes;
  readonly type: unknown;
}

/** All parameters of one method. */
export interface ParameterPlan {
  readonly slots: readonly ParameterSlot[];
  /** The DTO class that the arguments are typed with, if any. */
  readonly argumentsType: Type<unknown> | undefined;
}

/** The method whose parameters are planned. */
export interface PlannedMethod {
  readonly prototype: object;
  readonly property: string;
  readonly kind: HandlerKind;
  /** `@McpTool() on OrdersService.findOrder`. */
  readonly place: string;
  /** True when a schema was given, so that the parameter's type need not be a DTO. */
  readonly hasSchema: boolean;
}

/** Types the compiler leaves where it cannot name a class. */
const ERASED = new Set<unknown>([Object, Function, Array, Promise, undefined]);
const PRIMITIVES = new Set<unknown>([String, Number, Boolean, Symbol, BigInt]);

/**
 * Decides what each parameter of a decorated method receives: an explicit decorator decides, then the
 * parameter's class. Whatever cannot be decided is an error; arguments are never passed unvalidated.
 *
 * @throws McpConfigurationError naming class, method, parameter, cause and remedy
 */
export function planParameters(method: PlannedMethod): ParameterPlan {
  const types = readTypes(method);
  const explicit = readParameterMetadata(method.prototype, method.property);
  const custom = readCustomParameters(method);
  const count = Math.max(types?.length ?? 0, maxIndex(explicit), maxIndex(custom));
  const slots: ParameterSlot[] = [];
  for (let index = 0; index < count; index++) {
    const type = types?.[index];
    const slot = explicitSlot(index, type, explicit.get(index)) ?? custom.get(index);
    slots.push(slot ? { ...slot, type } : inferSlot(index, type, method, slots));
  }
  const argumentsType = findArgumentsType(slots);
  if (argumentsType === undefined) requireSchema(slots, method);
  return { slots, argumentsType };
}

/** Where nothing says what the arguments are, all of them would be stripped before the call. */
function requireSchema(slots: readonly ParameterSlot[], method: PlannedMethod): void {
  if (method.hasSchema || method.kind === 'completion') return;
  const taker = slots.find(({ source }) => source === 'arguments');
  if (taker === undefined) return;
  throw problem(
    method,
    taker.index,
    '@McpArgs(), but nothing tells what the arguments are',
    'give `input` to the decorator, or type a parameter with a DTO class',
  );
}

function explicitSlot(
  index: number,
  type: unknown,
  metadata: ParameterMetadata | undefined,
): ParameterSlot | undefined {
  if (metadata === undefined) return undefined;
  const { kind, property, pipes } = metadata;
  return { index, source: kind, property, pipes, type };
}

function inferSlot(
  index: number,
  type: unknown,
  method: PlannedMethod,
  earlier: readonly ParameterSlot[],
): ParameterSlot {
  if (isContextClass(type)) return { index, source: 'context', pipes: [], type };
  if (earlier.some(({ source, property }) => source === 'arguments' && property === undefined)) {
    throw problem(method, index, 'a second parameter for the arguments', 'merge the two classes');
  }
  if (method.kind === 'completion' && type === String) {
    return { index, source: 'arguments', property: 'value', pipes: [], type };
  }
  if (type === AbortSignal) {
    throw problem(method, index, 'the type AbortSignal', 'mark it with @McpSignal()');
  }
  if (method.hasSchema) return { index, source: 'arguments', pipes: [], type };
  if (ERASED.has(type)) throw erased(method, index, type);
  if (PRIMITIVES.has(type)) {
    throw problem(
      method,
      index,
      `the type ${nameOf(type)}, but arguments arrive as one object`,
      `type it with a DTO class, or pick one member with @McpArgs('member') and give \`input\``,
    );
  }
  return { index, source: 'arguments', pipes: [], type };
}

function readTypes(method: PlannedMethod): readonly unknown[] | undefined {
  const types: unknown = Reflect.getMetadata(
    'design:paramtypes',
    method.prototype,
    method.property,
  );
  if (Array.isArray(types)) return types;
  const implementation = Reflect.get(method.prototype, method.property) as (
    ...args: unknown[]
  ) => unknown;
  const explicit = readParameterMetadata(method.prototype, method.property);
  if (explicit.size > 0 && explicit.size >= implementation.length) return undefined;
  throw new McpConfigurationError(
    `${method.place}: the compiler left no parameter types, so nothing tells what to pass. ` +
      'Compile with `emitDecoratorMetadata` (tsc, or swc with decoratorMetadata; tsx and esbuild ' +
      'cannot), or mark every parameter with @McpArgs() or @McpCtx() and give `input`.',
  );
}

/** Parameters marked with `createParamDecorator` decorators, which Nest keeps on the class. */
function readCustomParameters(method: PlannedMethod): ReadonlyMap<number, ParameterSlot> {
  const stored: unknown = Reflect.getMetadata(
    ROUTE_ARGUMENTS,
    method.prototype.constructor,
    method.property,
  );
  const found = new Map<number, ParameterSlot>();
  for (const [key, value] of Object.entries((stored ?? {}) as Record<string, StoredParameter>)) {
    if (key.startsWith(PIPES_KEY_PREFIX)) continue;
    const { index, factory, data, pipes = [] } = value;
    if (factory === undefined) {
      throw problem(
        method,
        index,
        `a route decorator (@Body(), @Param(), @Req() and the like, key ${key})`,
        'use a DTO class for the arguments and McpContext for the request',
      );
    }
    found.set(index, {
      index,
      source: 'custom',
      custom: { factory, data },
      pipes,
      type: undefined,
    });
  }
  return found;
}

interface StoredParameter {
  readonly index: number;
  readonly factory?: CustomParameter['factory'];
  readonly data: unknown;
  readonly pipes?: Pipes;
}

function findArgumentsType(slots: readonly ParameterSlot[]): Type<unknown> | undefined {
  const slot = slots.find(
    ({ source, property }) => source === 'arguments' && property === undefined,
  );
  if (slot === undefined || ERASED.has(slot.type) || PRIMITIVES.has(slot.type)) return undefined;
  return slot.type as Type<unknown>;
}

function erased(method: PlannedMethod, index: number, type: unknown): McpConfigurationError {
  return problem(
    method,
    index,
    `the type ${nameOf(type)} at run time (an interface, an inline, generic or union type, an array, ` +
      'or a class imported with `import type`)',
    'use a DTO class and import it without `type`, or give `input` to the decorator',
  );
}

function problem(
  method: PlannedMethod,
  index: number,
  cause: string,
  remedy: string,
): McpConfigurationError {
  return new McpConfigurationError(
    `${method.place}: parameter ${index + 1} has ${cause}. Remedy: ${remedy}.`,
  );
}

const nameOf = (type: unknown): string => (typeof type === 'function' ? type.name : String(type));

const maxIndex = (positions: ReadonlyMap<number, unknown>): number =>
  positions.size === 0 ? 0 : Math.max(...positions.keys()) + 1;
