import type { Asking } from './asking.interface.js';
import type { ElicitationForms } from './elicitation-forms.js';
import { KeptValues } from './kept-values.js';

/** For calls whose clients cannot be asked for anything. */
export class NoAsking implements Asking {
  private readonly kept = new KeptValues();

  /** @param why what every question rejects with */
  constructor(
    readonly forms: ElicitationForms,
    private readonly why: Error,
  ) {}

  ask(): Promise<never> {
    return Promise.reject(this.why);
  }

  once<T>(key: string, make: () => T | Promise<T>): Promise<T> {
    return this.kept.once(key, make);
  }

  end(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  close(): void {}
}
