import type { RESULT_BRAND, ResultKind } from '../schema/result/builders/built-result.js';

interface Built<K extends ResultKind> {
  readonly [RESULT_BRAND]: K;
}

/** A content block; the compiler may have inferred its `type` as any string. */
interface AnyBlock {
  readonly type: string;
}

interface AnyMessage {
  readonly role: string;
  readonly content: AnyBlock;
}

/** What a tool may return. */
export type ToolValue<Output> = unknown extends Output ? AnyToolValue : StructuredValue<Output>;

/** Anything that JSON can say, or that says it itself. */
type AnyToolValue = ResourceValue | void | { toJSON(...args: never[]): unknown };

type StructuredValue<Output> =
  Sendable<Output> | { readonly content: readonly AnyBlock[] } | Built<'tool'>;

type PromptPart = string | AnyMessage | AnyBlock;

/** What a prompt may return. */
export type PromptValue =
  | PromptPart
  | readonly PromptPart[]
  | { readonly messages: readonly AnyMessage[] }
  | Built<'prompt'>;

/** What a completer may return. */
export type CompletionValue = readonly string[] | Built<'completion'> | undefined | void;

/** What a resource may return: bytes, and anything that JSON can say. */
export type ResourceValue =
  string | number | boolean | null | undefined | Uint8Array | (object & NeitherFunctionNorMap);

/** Functions have the first symbol, maps, sets and generators the second, what comes bit by bit the third. */
interface NeitherFunctionNorMap {
  readonly [Symbol.hasInstance]?: never;
  readonly [Symbol.toStringTag]?: never;
  readonly [Symbol.asyncIterator]?: never;
}

/**
 * What may be returned for `T`, which is checked as it will be sent: more members than declared, dates
 * and ids for texts, null for what may be missing, documents that tell their data by `toJSON()`.
 */
type Sendable<T> = unknown extends T
  ? unknown
  : T extends Date
    ? Date | string | number
    : T extends string
      ? T | { toJSON(): string }
      : T extends readonly (infer E)[]
        ? readonly Sendable<E>[] | ReadonlySet<Sendable<E>>
        : T extends object
          ? SendableMembers<T> | MapperDocument
          : T;

/** What an object mapper gives; results that were built are none. */
interface MapperDocument {
  readonly [RESULT_BRAND]?: never;
  toJSON(...args: never[]): unknown;
}

type SendableMembers<T> = {
  readonly [K in keyof T as T[K] extends (...args: never[]) => unknown ? never : K]:
    Sendable<T[K]> | (undefined extends T[K] ? null : never);
};
