import type { PushedMessage } from '../../../src/notifications/mcp-notification-bus.js';
import { describeAnswer } from './describe-answer.js';
import type { CallRecord } from './world.js';
import { SECRET } from './world.js';

/** A question that reached somebody. */
export interface Prompt {
  readonly id: string;
  readonly serial: number;
  /** Name of the channel it came by. */
  readonly channel: string;
}

/** Everything that can be seen from outside the dispatcher. */
export class Observations {
  readonly prompts: Prompt[] = [];
  /** Which channel each call was asked about on. */
  readonly prompted = new Map<number, string>();
  /** How often each call was answered, whichever way. */
  readonly settled = new Map<number, number>();
  /** How often each call started its tool. */
  readonly runs = new Map<number, number>();
  /** Calls the policy allowed, or a person approved. */
  readonly permitted = new Set<number>();
  /** What must never be seen, whatever was done. */
  readonly faults: string[] = [];
  /** How often an answer with an id was pushed to a channel. */
  readonly pushed = new Map<string, number>();
  private events: string[] = [];

  see(event: string): void {
    this.events.push(event);
  }

  fault(what: string): void {
    this.faults.push(what);
  }

  settle({ serial }: CallRecord, outcome: string): void {
    this.settled.set(serial, (this.settled.get(serial) ?? 0) + 1);
    this.see(`settle #${serial} ${outcome}`);
  }

  run({ serial }: CallRecord, tool: string): void {
    this.runs.set(serial, (this.runs.get(serial) ?? 0) + 1);
    this.see(`run #${serial} ${tool}`);
  }

  /** Takes what was sent to a channel besides answers to its requests. */
  push(channel: string, message: PushedMessage): void {
    this.inspect(message);
    if (!('method' in message)) {
      const key = `${channel} ${String(message.id)}`;
      this.pushed.set(key, (this.pushed.get(key) ?? 0) + 1);
      this.see(`push ${channel} answer ${String(message.id)} ${describeAnswer(message)}`);
      return;
    }
    if (!('id' in message)) {
      this.see(`push ${channel} ${message.method}`);
      return;
    }
    const serial = Number(/^Run #(\d+)\?$/.exec(String(message.params.message))?.[1]);
    if (this.prompted.has(serial)) this.fault(`#${serial} was asked about twice`);
    this.prompted.set(serial, channel);
    this.prompts.push({ id: message.id, serial, channel });
    this.see(`push ${channel} prompt #${serial}`);
  }

  /** Looks for what no client may learn. */
  inspect(message: unknown): void {
    const text = JSON.stringify(message);
    if (text.includes(SECRET)) this.fault(`a secret was told: ${text}`);
  }

  /** What happened since the last look, in no order. */
  take(): readonly string[] {
    const { events } = this;
    this.events = [];
    return events.toSorted();
  }
}
