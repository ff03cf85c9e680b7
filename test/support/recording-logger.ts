import type { LoggerService } from '@nestjs/common';

/** Keeps what an application logs, so that tests can read it. */
export class RecordingLogger implements LoggerService {
  readonly lines: string[] = [];
  /** The warnings among them. */
  readonly warnings: string[] = [];
  /** What is for those who look closely. */
  readonly details: string[] = [];

  log(message: unknown): void {
    this.lines.push(String(message));
  }

  warn(message: unknown): void {
    this.lines.push(String(message));
    this.warnings.push(String(message));
  }

  debug(message: unknown): void {
    this.details.push(String(message));
  }

  error(message: unknown): void {
    this.lines.push(String(message));
  }

  /** Everything so far, a message after the other. */
  get text(): string {
    return this.lines.join('\n');
  }
}
