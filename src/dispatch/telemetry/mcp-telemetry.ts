import type { Logger } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { Subject } from 'rxjs';
import type { McpEvent } from './mcp-event.js';

/**
 * What the dispatcher does, as it happens. Events are made only while somebody listens.
 *
 * @publicApi
 */
export class McpTelemetry {
  private readonly subject = new Subject<McpEvent>();
  private readonly sinks: ((event: McpEvent) => void)[] = [];

  /** @param logger told of listeners that fail */
  constructor(private readonly logger: Logger) {}

  /** All events from now on. */
  get events$(): Observable<McpEvent> {
    return this.subject.asObservable();
  }

  /** Calls `listen` for every event; one that throws is logged and disturbs nothing. */
  addSink(listen: (event: McpEvent) => void): void {
    this.sinks.push(listen);
  }

  emit(create: () => McpEvent): void {
    if (this.sinks.length === 0 && !this.subject.observed) return;
    const event = create();
    this.subject.next(event);
    for (const listen of this.sinks) {
      try {
        listen(event);
      } catch (thrown) {
        this.logger.error(`A telemetry sink failed: ${String(thrown)}`);
      }
    }
  }

  close(): void {
    this.subject.complete();
  }
}
