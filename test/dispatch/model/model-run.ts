import type { Operation, Sequence } from './operation.js';
import { Oracle } from './oracle/oracle.js';
import { explain, Run } from './run.js';
import type { Action } from './world.js';

/** One operation a turn, after each of which the dispatcher must be what the model says. */
export class ModelRun extends Run {
  private readonly oracle: Oracle;

  /** @param count told what happened */
  constructor(sequence: Sequence, count: (what: string) => void) {
    super(sequence);
    this.oracle = new Oracle(sequence.hasAuthorizer, this.system.clock.now(), count);
  }

  protected override async take(operations: readonly Operation[]): Promise<void> {
    for (const operation of operations) await this.step(operation);
  }

  protected override async step(operation: Operation): Promise<void> {
    if (operation.type === 'drain') {
      this.stop();
    } else if (operation.type === 'register') {
      this.oracle.apply(await this.actions.register(operation));
    } else {
      for (const action of this.actions.perform(operation)) await this.follow(action);
    }
    await this.check();
  }

  protected override async moveTo(end: number): Promise<void> {
    await super.moveTo(end);
    this.oracle.apply({ type: 'tick', to: end });
  }

  protected override stop(): void {
    if (!this.isStopping) this.oracle.apply({ type: 'drain' });
    super.stop();
  }

  protected override async check(): Promise<void> {
    await super.check();
    const { seen, dispatcher, clock } = this.system;
    explain(seen.take(), this.oracle.take());
    explain(dispatcher.snapshot(), this.oracle.snapshot);
    explain(clock.timers, this.oracle.timers.size);
  }

  private async follow(action: Action): Promise<void> {
    if (action.type === 'tick') await this.moveTo(action.to);
    else this.oracle.apply(action);
  }
}
