/** One argument that clients repeat in a header (2026-07-28, Streamable HTTP: custom headers). */
export interface MirroredParameter {
  /** Names of properties from the root of the arguments to the value. */
  readonly path: readonly string[];
  /** What follows `Mcp-Param-` in the name of the header. */
  readonly header: string;
  readonly type: 'string' | 'integer' | 'boolean';
}
