import type { Observable } from 'rxjs';

type Method = (...args: never[]) => unknown;

/**
 * A decorator for methods that take `Arguments` and return `Value`; `unknown` lets everything pass. What
 * the compiler finds wrong would fail at run time as well, unless a pipe or an interceptor changes a
 * type. A method that returns `unknown` or `any` is not checked.
 */
export interface CheckedDecorator<Arguments, Value> extends ComposableDecorator {
  <M>(
    target: Prototype,
    property: string | symbol,
    descriptor: TypedPropertyDescriptor<M> & { readonly value?: Checked<M, Arguments, Value> },
  ): void;
}

/** A decorator for methods that take the variables of a template, or a URI, and give an Observable. */
export interface FeedDecorator<Variables> extends ComposableDecorator {
  <M>(
    target: Prototype,
    property: string | symbol,
    descriptor: TypedPropertyDescriptor<M> & { readonly value?: CheckedFeed<M, Variables> },
  ): void;
}

/**
 * What makes a checked decorator a `MethodDecorator` for `applyDecorators()` and its like, where nothing is
 * known of the method. It takes nothing, so that `@` never means it, nor do errors speak of it.
 */
interface ComposableDecorator {
  (): void;
}

/** What has instance methods; a class itself has a `prototype`. */
type Prototype = object & { readonly prototype?: 'only instance methods can be decorated' };

type Checked<M, Arguments, Value> = M extends Method
  ? WithArguments<M, Arguments> & WithValue<M, Value>
  : Method;

type CheckedFeed<M, Variables> = M extends Method
  ? WithArguments<M, Variables> & Without<M, ContextLike> & WithFeed<M>
  : Method;

/** What `@McpResourceFeed()` wants. */
type Feed = Observable<unknown> | PromiseLike<Observable<unknown>>;

type WithValue<M extends Method, Value> =
  IsOpen<Resolved<ReturnType<M>>> extends true ? unknown : Returning<Later<Value>>;

type WithFeed<M extends Method> =
  IsOpen<Awaited<ReturnType<M>>> extends true ? unknown : Returning<Feed>;

/** A method as errors of the compiler name it. */
interface Returning<Value> {
  (...args: never[]): Value;
}

/** The same. */
interface Taking<Arguments> {
  (args: Arguments): unknown;
}

/** True where nothing is known. */
type IsOpen<V> = unknown extends V ? true : V extends readonly (infer E)[] ? IsOpen<E> : false;

/** What a client is answered with. */
type Resolved<R> = R extends Observable<infer V> ? V : Awaited<R>;

type Later<T> = T | PromiseLike<T> | Observable<T>;

type WithArguments<M extends Method, Arguments> =
  Takes<Parameters<M>[number], Arguments> extends true ? unknown : Taking<Arguments>;

/** No parameter is of a type that nothing could be given for. */
type Without<M extends Method, Kind> =
  true extends IsSome<Parameters<M>[number], Kind>
    ? 'a feed serves all clients at once, so it gets no context'
    : unknown;

type IsSome<Parameter, Kind> = unknown extends Parameter
  ? false
  : Parameter extends Kind
    ? true
    : false;

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
