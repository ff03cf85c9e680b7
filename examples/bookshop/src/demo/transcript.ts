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
const labelWidth = 25;
const textWidth = Math.max((process.stdout.columns ?? 110) - labelWidth - 6, 20);

function paint(style: Style, text: string): string {
  return coloured ? styleText(style, text) : text;
}

function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** Breaks a text into rows, after a comma or a space where there is one. */
function fold(text: string, length: number): string[] {
  const row = `.{1,${length}}`;
  return text.match(new RegExp(`${row}(?:$|(?<=[ ,]))|${row}`, 'gu')) ?? [];
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

  /** Something the server said before it answered. */
  aside(kind: string, text: string): void {
    this.asides.push(kind);
    this.line(paint('magenta', '⇠'), kind, text);
  }

  /** What the person at the client said to a question of the server. */
  reply(words: string): void {
    this.line(paint('magenta', '⇢'), 'the person', words);
  }

  async step({ method, about = '', expected, send }: Step): Promise<void> {
    this.line(paint('cyan', '→'), method, about);
    this.asides = [];
    const started = performance.now();
    const answer = await send().catch(toRefusal);
    const took = `${(performance.now() - started).toFixed(0)} ms`;
    const { refused = false, text } = answer;
    if (refused) {
      this.whole(paint('yellow', '←'), `refused, ${took}`, text);
    } else {
      this.line(paint('green', '←'), took, text);
    }
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

  /** A refusal is short, and all of it matters to the model. */
  private whole(mark: string, label: string, text: string): void {
    const [first = '', ...rest] = fold(text.replace(/\s+/g, ' '), textWidth);
    this.line(mark, label, first);
    for (const row of rest) this.line(' ', '', row);
  }

  private line(mark: string, label: string, text: string): void {
    const head = paint('dim', label.padEnd(labelWidth));
    console.log(`  ${mark} ${head} ${shorten(text, textWidth)}`.trimEnd());
  }
}

function toRefusal(error: unknown): Answer {
  return { text: error instanceof Error ? error.message : String(error), refused: true };
}
