export interface PricedLine {
  readonly quantity: number;
  readonly unitPriceCents: number;
}

/** What the lines cost together, without shipping. */
export function totalOf(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity * line.unitPriceCents, 0);
}
