import type { RuntimeTool } from 'nest-mcp';

/** A tool that counts its runs and says what it was given. */
export class CountedTool implements RuntimeTool {
  readonly calls: unknown[] = [];
  readonly input = { type: 'object', properties: { sum: { type: 'integer' } } } as const;

  constructor(
    readonly name: string,
    readonly annotations?: RuntimeTool['annotations'],
  ) {}

  readonly handler = (args: unknown): string => {
    this.calls.push(args);
    return `${this.name} ran`;
  };

  get runs(): number {
    return this.calls.length;
  }
}
