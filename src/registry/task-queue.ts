/** Runs tasks one after the other, in the order they were given. One that fails stops no other. */
export class TaskQueue {
  /** Settles, never rejects, when all tasks so far are done; absent when nothing is under way. */
  private last: Promise<void> | undefined;
  private waiting = 0;

  /** True while others wait for the task that runs. */
  get hasWaiting(): boolean {
    return this.waiting > 0;
  }

  /** @returns what the task gives, or why it failed */
  run<T>(task: () => T | Promise<T>): Promise<T> {
    this.waiting++;
    const turn = (this.last ?? Promise.resolve()).then(() => {
      this.waiting--;
      return task();
    });
    const done: Promise<void> = turn.then(
      () => this.leave(done),
      () => this.leave(done),
    );
    this.last = done;
    return turn;
  }

  /** The same for a task that takes no time: it runs at once when nothing is under way. */
  runAtOnce(task: () => void): Promise<void> {
    if (this.last !== undefined) return this.run(task);
    task();
    return Promise.resolve();
  }

  private leave(done: Promise<void>): void {
    if (this.last === done) this.last = undefined;
  }
}
