/** A present, and the words that go with it. */
export interface GiftAdvice {
  readonly isbn: string;
  readonly title: string;
  readonly priceCents: number;
  readonly card: string;
}
