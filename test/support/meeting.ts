/** Holds everybody until all have come, so that they certainly overlap. */
export class Meeting {
  private readonly begun: Promise<void>;
  private begin!: () => void;

  constructor(private awaited: number) {
    this.begun = new Promise((resolve) => {
      this.begin = resolve;
    });
  }

  attend(): Promise<void> {
    this.awaited -= 1;
    if (this.awaited <= 0) this.begin();
    return this.begun;
  }
}
