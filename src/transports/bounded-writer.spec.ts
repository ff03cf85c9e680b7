import fc from 'fast-check';
import { PassThrough, Writable } from 'node:stream';
import { settled } from '../../test/support/settled.js';
import type { MessageWeight } from '../protocol/message-weight.js';
import { BoundedWriter } from './bounded-writer.js';

const BOUND = 10;

/** An output whose reader takes a text only when it is told to. */
class SlowOutput extends Writable {
  readonly taken: string[] = [];
  private next: (() => void) | undefined;

  constructor() {
    super({ highWaterMark: 1, decodeStrings: false });
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.taken.push(chunk);
    this.next = done;
  }

  /** Lets one text through. */
  async read(): Promise<void> {
    const { next } = this;
    this.next = undefined;
    next?.();
    await settled();
  }

  async readAll(): Promise<void> {
    while (this.next !== undefined) await this.read();
  }
}

function setUp(bound = BOUND) {
  const output = new SlowOutput();
  const dropped: string[] = [];
  const written: string[] = [];
  const writer = new BoundedWriter(output, bound, (weight) => dropped.push(weight));
  const write = (text: string, weight: MessageWeight = 'essential') =>
    writer.write({ text, weight, onWritten: () => written.push(text) });
  return { output, writer, dropped, written, write };
}

describe('a bounded writer', () => {
  it('returns nothing while the reader keeps up', () => {
    const output = new PassThrough();
    const writer = new BoundedWriter(output, BOUND, () => undefined);

    expect(writer.write({ text: 'a', weight: 'report' })).toBeUndefined();
    expect(output.read()?.toString()).toBe('a');
  });

  it('makes writers wait until everything is taken', async () => {
    const { output, write } = setUp();
    const waits = [write('a'), write('b'), write('c')];
    let isDone = false;
    void Promise.all(waits).then(() => {
      isDone = true;
    });

    await output.read();
    await output.read();
    expect(isDone).toBe(false);
    await output.read();
    expect(isDone).toBe(true);
    expect(output.taken).toEqual(['a', 'b', 'c']);
  });

  it('lets writers go when the reader leaves', async () => {
    const { output, write, writer } = setUp();
    const waits = [write('a'), write('b')];

    output.destroy();

    await expect(Promise.all(waits)).resolves.toEqual([undefined, undefined]);
    expect(writer.waitingBytes).toBe(0);
    expect(output.listenerCount('drain')).toBe(0);
  });

  it('keeps as many bytes as the bound', async () => {
    const { output, writer, dropped, write } = setUp();
    void write('first');
    void write('12345', 'report');
    void write('67890', 'report');

    expect(writer.waitingBytes).toBe(BOUND);
    expect(dropped).toEqual([]);
    await output.readAll();
    expect(output.taken).toEqual(['first', '12345', '67890']);
  });

  it('counts bytes, not characters', () => {
    const { writer, dropped, write } = setUp();
    void write('first');
    void write('ééééé', 'report');
    void write('x', 'report');

    expect(dropped).toEqual(['report']);
    expect(writer.waitingBytes).toBe(1);
  });

  it('drops the oldest report first, then the oldest change, then nothing', async () => {
    const { output, dropped, write } = setUp();
    void write('first');
    void write('c1__', 'change');
    void write('r1__', 'report');
    void write('c2', 'change');
    void write('r2', 'report');
    expect(dropped).toEqual(['report']);
    void write('essential_');
    expect(dropped).toEqual(['report', 'report', 'change', 'change']);
    void write('essential too');

    await output.readAll();
    expect(output.taken).toEqual(['first', 'essential_', 'essential too']);
  });

  it('drops a new report before changes that wait already', async () => {
    const { output, write } = setUp();
    void write('first');
    void write('change_1', 'change');
    void write('report', 'report');

    await output.readAll();
    expect(output.taken).toEqual(['first', 'change_1']);
  });

  it('tells when a text is handed over', async () => {
    const { output, written, write } = setUp();
    void write('a');
    void write('b');

    expect(written).toEqual(['a']);
    await output.read();
    expect(written).toEqual(['a', 'b']);
  });

  it('holds texts back for one that passes', async () => {
    const { output, writer, write } = setUp();
    writer.hold();
    const waiting = write('later');
    const passed = writer.pass({ text: 'replayed', weight: 'essential' });
    let isPassed = false;
    void Promise.resolve(passed).then(() => {
      isPassed = true;
    });

    await settled();
    expect(isPassed).toBe(false);
    await output.read();
    expect(isPassed).toBe(true);
    expect(output.taken).toEqual(['replayed']);
    writer.release();
    expect(output.taken).toEqual(['replayed', 'later']);
    await output.read();
    await expect(waiting).resolves.toBeUndefined();
  });

  it('ends after everything that waits', async () => {
    const { output, writer, write } = setUp();
    void write('a');
    void write('b', 'report');

    writer.end();

    expect(writer.isOpen).toBe(false);
    void write('too late');
    await output.readAll();
    expect(output.taken).toEqual(['a', 'b']);
    expect(output.writableFinished).toBe(true);
  });

  it('ends only after it is released', async () => {
    const { output, writer, write } = setUp();
    writer.hold();
    void write('answer');
    writer.end();

    void writer.pass({ text: 'replayed', weight: 'essential' });
    expect(output.writableEnded).toBe(false);
    writer.release();

    await output.readAll();
    expect(output.taken).toEqual(['replayed', 'answer']);
    expect(output.writableFinished).toBe(true);
  });

  it('is cut without what waits, and closes an output that nobody reads', async () => {
    const { output, writer, write } = setUp();
    void write('a');
    const waiting = write('b');

    writer.cut();

    await expect(waiting).resolves.toBeUndefined();
    expect(output.destroyed).toBe(true);
  });

  it('is cut gently where the reader keeps up', async () => {
    const { output, writer, write } = setUp();
    void write('a');
    await output.read();

    writer.cut();
    await settled();

    expect(output.writableFinished).toBe(true);
  });

  it('keeps its promises under any sequence', async () => {
    const weight = fc.constantFrom<MessageWeight>('report', 'change', 'essential');
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('write'), weight, size: fc.nat(8) }) },
      { weight: 2, arbitrary: fc.constant({ kind: 'read' } as const) },
      { weight: 1, arbitrary: fc.constant({ kind: 'hold' } as const) },
      { weight: 1, arbitrary: fc.constant({ kind: 'release' } as const) },
    );
    const property = fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.constantFrom('end', 'cut', 'destroy'),
      async (steps, finish) => {
        const { output, writer, dropped, write } = setUp();
        const waits: unknown[] = [];
        const essential: string[] = [];
        const all: string[] = [];
        let essentialBytes = 0;
        for (const [index, one] of steps.entries()) {
          if (one.kind === 'read') await output.read();
          else if (one.kind === 'hold') writer.hold();
          else if (one.kind === 'release') writer.release();
          else if ('weight' in one) {
            const text = `${index}:${'x'.repeat(one.size)}`;
            all.push(text);
            if (one.weight === 'essential') {
              essential.push(text);
              essentialBytes += text.length;
            }
            waits.push(write(text, one.weight));
          }
          // Only what may never be dropped exceeds the bound.
          expect(writer.waitingBytes).toBeLessThanOrEqual(Math.max(BOUND, essentialBytes));
        }
        writer.release();
        if (finish === 'end') writer.end();
        else if (finish === 'cut') writer.cut();
        else output.destroy();
        await output.readAll();
        await Promise.all(waits);

        const order = all.filter((text) => output.taken.includes(text));
        expect(output.taken).toEqual(order);
        expect(writer.waitingBytes).toBe(0);
        if (finish !== 'end') return;
        expect(output.taken.filter((text) => essential.includes(text))).toEqual(essential);
        expect(output.taken.length + dropped.length).toBe(all.length);
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });
});
