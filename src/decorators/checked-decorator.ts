import type { Observable } from 'rxjs';

type Method = (...args: never[]) => unknown;

/**
 * A decorator for methods that take `Arguments` and return `Value`; `unknown` lets everything pass. What
 * the compiler finds wrong would fail at run time as well, unless a pipe or an interceptor changes a
 * type. A method that returns `unknown` or `any` is not checked.
 */
export interface CheckedDecorator<Arguments, Value> extends AnyMethodDecorator {
  <M>(
    target: object,
    property: string | symbol,
    descriptor: TypedPropertyDescriptor<M> & { readonly value?: Checked<M, Arguments, Value> },
  ): void;
}

/**
 * What makes a checked decorator a `MethodDecorator` for `applyDecorators()` and its like, where nothing is
 * known of the method. It has a `this`, which a decorator is not called with, so that `@` does not take it.
 */
interface AnyMethodDecorator {
  <T>(
    this: 'for composed decorators only',
    target: object,
    property: string | symbol,
    descriptor: TypedPropertyDescriptor<T>,
  ): void;
}

type Checked<M, Arguments, Value> = M extends Method
  ? WithArguments<M, Arguments> & WithValue<M, Value>
  : Method;

type WithValue<M extends Method, Value> =
  IsOpen<Resolved<ReturnType<M>>> extends true ? unknown : (...args: never[]) => Later<Value>;

/** True where nothing is known. */
type IsOpen<V> = unknown extends V ? true : V extends readonly (infer E)[] ? IsOpen<E> : false;

/** What a client is answered with. */
type Resolved<R> = R extends Observable<infer V> ? V : Awaited<R>;

type Later<T> = T | PromiseLike<T> | Observable<T>;

type WithArguments<M extends Method, Arguments> =
  Takes<Parameters<M>[number], Arguments> extends true ? unknown : (args: Arguments) => unknown;

/** Some parameter takes the arguments or one of them, or there is none that could. */
type Takes<Parameter, Arguments> = unknown extends Arguments
  ? true
  : [ObjectParameter<Parameter>] extends [never]
    ? true
    : true extends TakesSome<Parameter, Arguments | Arguments[keyof Arguments]>
      ? true
      : false;

type TakesSome<Parameter, Given> = Parameter extends unknown
  ? Given extends Parameter
    ? true
    : never
  : never;

/** Not one value, which a pipe may have made of another, nor the context of the call. */
type ObjectParameter<Parameter> = Parameter extends object
  ? Parameter extends ContextLike
    ? never
    : Parameter
  : never;

/** `McpContext`, which decorators do not know. */
interface ContextLike {
  readonly requestId: unknown;
  readonly protocolVersion: string;
  readonly signal: AbortSignal;
}
