/** A result that exists as JSON text already, so that answering costs no serialisation. */
export class PreparedResult {
  constructor(readonly json: string) {}
}
