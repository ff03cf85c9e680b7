/** How often each thing happened in all sequences together. */
export class Coverage {
  private readonly counts = new Map<string, number>();

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Those that happened less often than they must, in `share` of the runs they must in. */
  missing(least: Readonly<Record<string, number>>, share: number): readonly string[] {
    return Object.entries(least)
      .map(([what, times]) => [what, Math.floor(times * Math.min(1, share))] as const)
      .filter(([what, times]) => (this.counts.get(what) ?? 0) < times)
      .map(([what, times]) => `${what}: ${this.counts.get(what) ?? 0} of ${times}`);
  }

  toString(): string {
    const lines = [...this.counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return lines.map(([what, times]) => `${what}: ${times}`).join('\n');
  }
}
