import type { ServerResponse } from 'node:http';
import type { Clock, Timer } from '../../../protocol/clock.js';
import type { MessageWeight } from '../../../protocol/message-weight.js';
import type { OnDropped, WriterLimits } from '../../bounded-writer.js';
import { BoundedWriter } from '../../bounded-writer.js';

/** What an event stream is written with. */
export interface EventStreamOptions {
  readonly clock: Clock;
  readonly limits: WriterLimits & { readonly keepAliveMs: number };
  readonly onDropped: OnDropped;
}

/** One message as an event. */
export interface StreamEvent {
  /** Type of the event; default `message`. */
  readonly name?: string;
  /** Text without a raw line break, as JSON never has one, so that one data line suffices. */
  readonly data: string;
  readonly weight: MessageWeight;
  /** What the client may resume after. */
  readonly id?: string;
  /** Called when the event is handed to the connection. */
  readonly onWritten?: () => void;
}

/** `no-transform` also keeps compression middlewares away, which would hold events back. */
const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

const KEEP_ALIVE = ': keep-alive\n\n';

/** One HTTP response as a `text/event-stream`, from its head to its end. */
export class EventStream {
  private readonly writer: BoundedWriter;
  private keepAlive: Timer | undefined;

  /** Sends the head at once, since it may be long until the first event. */
  constructor(
    private readonly response: ServerResponse,
    private readonly options: EventStreamOptions,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.writer = new BoundedWriter(response, options.limits.maxBufferedBytes, options.onDropped);
    // Set one by one, so that middlewares which look at them find them.
    for (const [name, value] of Object.entries({ ...headers, ...HEADERS })) {
      response.setHeader(name, value);
    }
    response.writeHead(200).flushHeaders();
    if (response.closed) return;
    response.once('close', () => this.keepAlive?.cancel());
    this.scheduleKeepAlive();
  }

  /** True until it ends or the client leaves. */
  get isOpen(): boolean {
    return this.writer.isOpen;
  }

  /** True when the client gets nothing more, not even what waits for a replay. */
  get isClosed(): boolean {
    return this.writer.isClosed;
  }

  /** Bytes that wait for a client that is behind. */
  get waitingBytes(): number {
    return this.writer.waitingBytes;
  }

  /** Calls `listener` when the response is over, whoever ended it; at once if it is already. */
  onClose(listener: () => void): void {
    if (this.response.closed) listener();
    else this.response.once('close', listener);
  }

  /** Resolves, if anything, when a client that was behind has caught up or left. */
  send(event: StreamEvent): void | Promise<void> {
    return this.writer.write(itemOf(event));
  }

  /** Gives the client an id to come back with before any message has one (2025-11-25, Transports). */
  prime(id: string): void {
    void this.writer.pass({ text: `id: ${id}\ndata: \n\n`, weight: 'essential' });
  }

  /** Says after how many milliseconds to come back. */
  setRetry(ms: number): void {
    void this.writer.write({ text: `retry: ${ms}\n\n`, weight: 'essential' });
  }

  /** From now on messages wait, while earlier ones are replayed. */
  hold(): void {
    this.writer.hold();
  }

  /** Sends an earlier message past those that wait. */
  replay(event: StreamEvent): void | Promise<void> {
    return this.writer.pass(itemOf(event));
  }

  /** Sends what waited. */
  release(): void {
    this.writer.release();
  }

  /** Ends the response after everything that was sent, and after a replay. */
  end(): void {
    this.keepAlive?.cancel();
    this.writer.end();
  }

  /** Ends the response at once. */
  cut(): void {
    this.keepAlive?.cancel();
    this.writer.cut();
  }

  /** Proxies and clients give up on a stream that says nothing for minutes. */
  private scheduleKeepAlive(): void {
    const { clock, limits } = this.options;
    this.keepAlive = clock.after(limits.keepAliveMs, () => {
      // A reader that is behind has enough to read.
      if (!this.writer.isBehind) {
        void this.writer.pass({ text: KEEP_ALIVE, weight: 'essential' });
      }
      this.scheduleKeepAlive();
    });
  }
}

function itemOf({ name = 'message', id, data, weight, onWritten }: StreamEvent) {
  const text = `event: ${name}\ndata: ${data}\n\n`;
  return { text: id === undefined ? text : `id: ${id}\n${text}`, weight, onWritten };
}
