/** A question, as far as answers are told apart by it. */
export interface AskedQuestion {
  readonly name: string;
  readonly isNamed: boolean;
  readonly digest: string;
}
