import type { LoggerService } from '@nestjs/common';

/** Keeps what an application logs, so that tests can read it. */
export class RecordingLogger implements LoggerService {
  readonly lines: string[] = [];

  log(message: unknown): void {
    this.lines.push(String(message));
  }

  warn(message: unknown): void {
    this.lines.push(String(message));
  }

  error(message: unknown): void {
    this.lines.push(String(message));
  }

  /** Everything so far, a message after the other. */
  get text(): string {
    return this.lines.join('\n');
  }
}
