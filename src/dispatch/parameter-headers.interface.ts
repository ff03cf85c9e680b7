/** The headers of a request that repeat arguments of a tool call. */
export interface ParameterHeaders {
  /**
   * The decoded value of `Mcp-Param-<name>`; `undefined` where there is no such header.
   *
   * @throws McpException `-32020` when it is malformed
   */
  read(name: string): string | undefined;
}
