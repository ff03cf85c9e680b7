import type { Logger } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { Subject } from 'rxjs';
import { inspect, types } from 'node:util';
import type { McpEvent } from './mcp-event.js';

/**
 * What the dispatcher does, as it happens. Events are made only while somebody listens.
 *
 * @publicApi
 */
export class McpTelemetry {
  private readonly subject = new Subject<McpEvent>();
  private readonly sinks: ((event: McpEvent) => unknown)[] = [];

  /** @param logger told of listeners that fail */
  constructor(private readonly logger: Logger) {}

  /** All events from now on. */
  get events$(): Observable<McpEvent> {
    return this.subject.asObservable();
  }

  /** True while somebody listens. */
  get isObserved(): boolean {
    return this.sinks.length > 0 || this.subject.observed;
  }

  /** Calls `listen` for every event; one that throws or rejects is logged and disturbs nothing. */
  addSink(listen: (event: McpEvent) => unknown): void {
    this.sinks.push(listen);
  }

  emit(create: () => McpEvent): void {
    if (!this.isObserved) return;
    const event = create();
    this.subject.next(event);
    for (const listen of this.sinks) this.tell(listen, event);
  }

  /** Nothing is told any more. */
  close(): void {
    this.subject.complete();
    this.sinks.length = 0;
  }

  private tell(listen: (event: McpEvent) => unknown, event: McpEvent): void {
    try {
      const outcome = listen(event);
      if (types.isPromise(outcome)) outcome.catch((thrown: unknown) => this.report(thrown));
    } catch (thrown) {
      this.report(thrown);
    }
  }

  private report(thrown: unknown): void {
    this.logger.error(`A telemetry sink failed: ${inspect(thrown)}`);
  }
}
