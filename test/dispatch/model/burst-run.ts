import type { Operation } from './operation.js';
import { Run } from './run.js';

/**
 * Several operations in one turn, so that they race. Who wins is not predicted; what must hold
 * whoever wins is checked after each turn.
 */
export class BurstRun extends Run {
  protected override async take(operations: readonly Operation[]): Promise<void> {
    for (const burst of burstsOf(operations)) {
      for (const operation of burst) this.act(operation);
      await this.check();
    }
  }

  protected override async step(operation: Operation): Promise<void> {
    this.act(operation);
    await this.check();
  }

  private act(operation: Operation): void {
    if (operation.type === 'drain') return this.stop();
    if (operation.type === 'register') {
      void this.actions.register(operation);
      return;
    }
    for (const action of this.actions.perform(operation)) {
      if (action.type !== 'tick') continue;
      while (this.system.clock.step(action.to));
    }
  }
}

/** Cut in lengths that repeat: one to five. */
function burstsOf(operations: readonly Operation[]): readonly (readonly Operation[])[] {
  const bursts: Operation[][] = [];
  for (let start = 0, length = 2; start < operations.length; start += length) {
    length = (length % 5) + 1;
    bursts.push(operations.slice(start, start + length));
  }
  return bursts;
}
