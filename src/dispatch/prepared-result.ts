/** A result that exists as JSON text already, so that answering costs no serialisation. */
export class PreparedResult {
  /** @param isError whether it tells of the failure of a tool */
  constructor(
    readonly json: string,
    readonly isError = false,
  ) {}
}
