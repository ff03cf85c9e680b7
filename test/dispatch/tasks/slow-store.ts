import { MemoryTaskStore } from '../../../src/tasks/memory-task-store.js';
import type { ManualClock } from '../../support/manual-clock.js';

/** Keeps nothing before the test says so. */
export class SlowStore extends MemoryTaskStore {
  constructor(
    private readonly mayKeep: Promise<void>,
    clock: ManualClock,
  ) {
    super(clock);
  }

  override async create(...given: Parameters<MemoryTaskStore['create']>) {
    await this.mayKeep;
    return super.create(...given);
  }
}
