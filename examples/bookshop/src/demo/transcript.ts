import { styleText } from 'node:util';

/** What came back: its text, and whether the other side refused. */
export interface Answer {
  readonly text: string;
  readonly refused?: boolean;
}

/** What has to come back. */
export interface Expected {
  readonly contains: string;
  readonly refused?: boolean;
  /** Something the server has to say before it answers. */
  readonly after?: string;
}

export interface Step {
  readonly method: string;
  readonly about?: string;
  readonly expected: Expected;
  readonly send: () => Promise<Answer>;
}

type Style = Parameters<typeof styleText>[0];

const coloured = process.stdout.isTTY && !process.env.NO_COLOR;
const width = process.stdout.columns ?? 110;

function paint(style: Style, text: string): string {
  return coloured ? styleText(style, text) : text;
}

function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** Prints a conversation and remembers whether all of it went as expected. */
export class Transcript {
  private steps = 0;
  private failures = 0;
  private asides: string[] = [];

  say(words: string): void {
    console.log(`\n${words}`);
  }

  heading(title: string): void {
    console.log(`\n${paint('bold', title)}`);
  }

  /** Something the server said on its own. */
  aside(kind: string, text: string): void {
    this.asides.push(kind);
    this.line(paint('magenta', '⇠'), kind, text);
  }

  async step({ method, about = '', expected, send }: Step): Promise<void> {
    this.line(paint('cyan', '→'), method, about);
    this.asides = [];
    const started = performance.now();
    const answer = await send().catch(toRefusal);
    const took = `${(performance.now() - started).toFixed(0)} ms`;
    const { refused = false, text } = answer;
    this.line(paint(refused ? 'yellow' : 'green', '←'), refused ? `refused, ${took}` : took, text);
    this.judge(answer, expected);
  }

  /** Prints the verdict; true where nothing failed. */
  finish(): boolean {
    const passed = this.steps - this.failures;
    const verdict = `${passed} of ${this.steps} answers as expected`;
    console.log(`\n${paint(this.failures === 0 ? 'green' : 'red', verdict)}\n`);
    return this.failures === 0;
  }

  private judge({ text, refused: wasRefused = false }: Answer, expected: Expected): void {
    const { contains, refused = false, after } = expected;
    const inOrder = after === undefined || this.asides.includes(after);
    this.steps += 1;
    if (wasRefused !== refused || !text.includes(contains) || !inOrder) {
      this.failures += 1;
      this.line(paint('red', '✗'), 'expected', JSON.stringify(expected));
    }
  }

  private line(mark: string, label: string, text: string): void {
    const head = label.padEnd(25);
    console.log(
      `  ${mark} ${paint('dim', head)} ${shorten(text, width - head.length - 6)}`.trimEnd(),
    );
  }
}

function toRefusal(error: unknown): Answer {
  return { text: error instanceof Error ? error.message : String(error), refused: true };
}
