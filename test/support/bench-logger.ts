import { Logger } from '@nestjs/common';

/** A logger that keeps what it is told, level first. */
export class BenchLogger extends Logger {
  readonly lines: string[] = [];

  override log(message: unknown): void {
    this.lines.push(`log ${String(message)}`);
  }

  override warn(message: unknown): void {
    this.lines.push(`warn ${String(message)}`);
  }

  override error(message: unknown): void {
    this.lines.push(`error ${String(message)}`);
  }

  override debug(message: unknown): void {
    this.lines.push(`debug ${String(message)}`);
  }

  get text(): string {
    return this.lines.join('\n');
  }
}
