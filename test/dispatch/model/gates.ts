/** Code of the application that waits until the test lets it go on. */
export interface Gate {
  readonly serial: number;
  readonly kind: 'policy' | 'tool';
  /** Of the call; what a policy cannot see is absent. */
  readonly signal: AbortSignal | undefined;
  readonly open: () => void;
}

/** Every callback that is under way; a call has at most one. */
export class Gates {
  private readonly closed = new Map<number, Gate>();

  get size(): number {
    return this.closed.size;
  }

  get all(): readonly Gate[] {
    return [...this.closed.values()];
  }

  open(serial: number): void {
    this.closed.get(serial)?.open();
  }

  /** Settles with what `open` gives, once the gate is released. */
  hold<T>(
    serial: number,
    kind: Gate['kind'],
    signal: AbortSignal | undefined,
    open: () => T,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.closed.set(serial, {
        serial,
        kind,
        signal,
        open: () => {
          this.closed.delete(serial);
          try {
            resolve(open());
          } catch (thrown) {
            reject(thrown as Error);
          }
        },
      });
    });
  }

  /** Like `hold`, but ends with the signal. */
  holdHeeding<T>(serial: number, signal: AbortSignal, open: () => T): Promise<T> {
    const held = this.hold(serial, 'tool', signal, open);
    return new Promise<T>((resolve, reject) => {
      const onAbort = () => {
        this.closed.delete(serial);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      held.then(resolve, reject);
    });
  }
}
