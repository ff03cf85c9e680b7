import type { McpEvent } from '../../../src/dispatch/telemetry/mcp-event.js';
import type { Observations } from './observations.js';

/** What telemetry said, summed up: it must agree with what the dispatcher counts. */
export class Told {
  /** Calls that wait for a person, by principal or connection. */
  readonly parked = new Map<string, number>();
  /** Callbacks that were started and not finished. */
  running = 0;

  constructor(private readonly seen: Observations) {}

  get parkedCalls(): number {
    return [...this.parked.values()].reduce((sum, calls) => sum + calls, 0);
  }

  take(event: McpEvent): void {
    if (event.type === 'started') this.running++;
    else if (event.type === 'finished') this.running--;
    else if (event.type === 'parked') this.add(event, 1);
    else if (event.type === 'settled') this.add(event, -1);
    else if (event.type === 'client_capabilities_evicted') {
      this.seen.see(`forget ${event.connectionId}`);
    }
  }

  private add(
    { principalKey, connectionId }: Extract<McpEvent, { type: 'parked' | 'settled' }>,
    difference: number,
  ): void {
    const holder = principalKey ?? String(connectionId);
    this.parked.set(holder, (this.parked.get(holder) ?? 0) + difference);
  }
}
