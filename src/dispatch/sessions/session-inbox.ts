/**
 * The callbacks of one session that serve no request, one after another. Bounded, since clients and
 * busy parts of the application may add faster than callbacks end.
 */
export class SessionInbox {
  private count = 0;
  private isClosed = false;

  /**
   * @param limit callbacks that may wait or run at once
   * @param tail what the first of them waits for; must not reject
   */
  constructor(
    private readonly limit: number,
    private tail: Promise<void> = Promise.resolve(),
  ) {}

  /** Callbacks that wait or run. */
  get size(): number {
    return this.count;
  }

  /**
   * Adds a callback, which must not reject.
   *
   * @param task told whether the session was over when its turn came
   * @returns false when nothing more is taken
   */
  add(task: (isOver: boolean) => Promise<void>): boolean {
    if (this.isClosed || this.count >= this.limit) return false;
    this.count++;
    this.tail = this.tail
      .then(() => task(this.isClosed))
      .finally(() => {
        this.count--;
      });
    return true;
  }

  /** Takes nothing more. Runs `last` after what runs; resolves when it has ended. Called once. */
  close(last: () => Promise<void>): Promise<void> {
    this.isClosed = true;
    return this.tail.then(last);
  }
}
