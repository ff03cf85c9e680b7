import type { Logger } from '@nestjs/common';
import { inspect, types } from 'node:util';
import type {
  McpInstrumentation,
  McpOperation,
  McpOperationTrace,
  McpSessionStart,
  McpSessionTrace,
} from './instrumentation.interface.js';

/** The application's instrumentation, which must not be able to fail a call or to run one twice. */
export class GuardedInstrumentation {
  private hasReported = false;

  constructor(
    private readonly given: McpInstrumentation,
    private readonly logger: Logger,
  ) {}

  /** @throws what the instrumentation throws, since it cannot work then */
  async start(): Promise<void> {
    await this.given.start?.();
  }

  begin(operation: McpOperation): McpOperationTrace | undefined {
    return this.attempt(() => this.given.begin(operation));
  }

  beginSession(session: McpSessionStart): McpSessionTrace | undefined {
    return this.attempt(() => this.given.beginSession?.(session));
  }

  /** Runs `code`, which does not throw, exactly once: inside the trace if that lets it. */
  run<T>(trace: McpOperationTrace | undefined, code: () => T): T {
    let hasRun = false;
    let value: T | undefined;
    const once = () => {
      if (hasRun) return;
      hasRun = true;
      value = code();
    };
    if (trace !== undefined) this.attempt(() => trace.run(once));
    once();
    return value as T;
  }

  end<End>(trace: { end(end: End): void } | undefined, end: End): void {
    if (trace !== undefined) this.attempt(() => trace.end(end));
  }

  private attempt<T>(call: () => T): T | undefined {
    try {
      const value = call();
      // An `async` method compiles where nothing is expected; its rejection would end the process.
      if (types.isPromise(value)) value.catch((thrown: unknown) => this.report(thrown));
      return value;
    } catch (thrown) {
      this.report(thrown);
      return undefined;
    }
  }

  /** It would fail with every request. */
  private report(thrown: unknown): void {
    if (this.hasReported) return;
    this.hasReported = true;
    this.logger.error(
      `The instrumentation failed (option instrumentation). Said once. ${inspect(thrown)}`,
    );
  }
}
