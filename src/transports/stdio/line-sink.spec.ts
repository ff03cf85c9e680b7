import { PassThrough, Writable } from 'node:stream';
import { settled } from '../../../test/support/settled.js';
import { LineSink } from './line-sink.js';

/** Bytes the output holds before it wants to be drained. */
const MARK = 10;
const MAX_UNREAD = 100;

/** An output nobody reads yet, and what became of the source. */
function open() {
  const output = new PassThrough({ readableHighWaterMark: 0, writableHighWaterMark: MARK });
  const calls: string[] = [];
  const source = {
    pause: () => void calls.push('pause'),
    resume: () => void calls.push('resume'),
  };
  const onDropped = () => void calls.push('drop');
  const sink = new LineSink(output, source as never, { maxBufferedBytes: MAX_UNREAD, onDropped });
  const read = () => output.resume();
  return { output, sink, calls, read };
}

const message = (text: string) => ({ jsonrpc: '2.0', method: text, params: {} }) as const;
const EMPTY_LINE_LENGTH = `${JSON.stringify(message(''))}\n`.length;
/** A message whose line has this length. */
const ofLength = (length: number) => message('x'.repeat(length - EMPTY_LINE_LENGTH));

describe('LineSink', () => {
  it('writes one message a line, in order, whatever is in it', async () => {
    const { sink, output } = open();
    sink.answer({ id: 1, result: { text: 'a\nb\r\u2028c' } });
    void sink.send(message('second'));
    void sink.end();

    const text = (await output.setEncoding('utf8').toArray()).join('');
    expect(
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as object),
    ).toEqual([{ jsonrpc: '2.0', id: 1, result: { text: 'a\nb\r\u2028c' } }, message('second')]);
  });

  it('lets a sender wait until the client has caught up', async () => {
    const { sink, read } = open();
    let isDone = false;
    const sent = Promise.resolve(sink.send(message('x'))).then(() => (isDone = true));
    await settled();
    expect(isDone).toBe(false);

    read();
    await sent;
    expect(isDone).toBe(true);
  });

  it('lets nobody wait for a client that is gone', async () => {
    const { sink, output } = open();
    const sent = sink.send(message('x'));
    output.destroy();

    await expect(Promise.resolve(sent)).resolves.toBeUndefined();
    expect(sink.send(message('y'))).toBeUndefined();
    expect(sink.isOpen).toBe(false);
  });

  it('adds one pair of listeners, however many wait', () => {
    const { sink, output } = open();
    const before = output.listenerCount('drain');

    for (let i = 0; i < 20; i++) void sink.send(message('x'));

    expect(output.listenerCount('drain')).toBe(before + 1);
  });

  describe('a client that does not read', () => {
    it('is read from while as much is unread as may be', () => {
      const { sink, calls } = open();

      void sink.send(ofLength(MAX_UNREAD));

      expect(sink.unread).toBe(MAX_UNREAD);
      expect(calls).toEqual([]);
    });

    it('is not read from past that', () => {
      const { sink, calls } = open();

      void sink.send(ofLength(MAX_UNREAD + 1));

      expect(calls).toEqual(['pause']);
    });

    it('is read from again once it has caught up', async () => {
      const { sink, calls, read } = open();
      for (let i = 0; i < 5; i++) sink.answer({ id: i, result: { text: 'x'.repeat(50) } });

      read();
      await settled();

      expect(sink.unread).toBe(0);
      expect(calls).toEqual(['pause', 'resume']);
    });

    it('is not read from again when it is gone', async () => {
      const { sink, calls, output } = open();
      void sink.send(ofLength(MAX_UNREAD + 1));

      output.destroy();
      await settled();

      expect(calls).toEqual(['pause']);
    });
  });

  describe('its end', () => {
    it('comes when the client has taken everything', async () => {
      const { sink, read } = open();
      void sink.send(message('last'));
      let isOver = false;
      const over = sink.end().then(() => (isOver = true));
      await settled();
      expect(isOver).toBe(false);

      read();
      await over;
      expect(isOver).toBe(true);
    });

    it('comes when the client is gone', async () => {
      const { sink, output } = open();
      output.destroy();

      await expect(sink.end()).resolves.toBeUndefined();
    });

    it('comes when a write fails', async () => {
      const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
      output.on('error', () => undefined);
      const source = new PassThrough();
      const sink = new LineSink(output, source, {
        maxBufferedBytes: MAX_UNREAD,
        onDropped: () => undefined,
      });
      void sink.send(message('unheard'));

      await expect(sink.end()).resolves.toBeUndefined();
    });

    it('drops what is written later', async () => {
      const { sink, output } = open();
      const over = sink.end();
      sink.answer({ id: 1, result: {} });

      expect(await output.toArray()).toEqual([]);
      await over;
    });

    it('lets senders go', async () => {
      const { sink, read } = open();
      const sent = sink.send(message('x'));
      void sink.end();
      read();

      await expect(Promise.resolve(sent)).resolves.toBeUndefined();
    });
  });
});
