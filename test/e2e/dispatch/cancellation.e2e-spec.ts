import { Injectable } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { McpCancelledError, McpContext, McpTool } from 'nest-mcp';
import { bootContext } from '../../support/boot-app.js';
import { MemoryWire } from '../../support/memory-wire.js';
import { ALL_REVISIONS } from '../../support/revisions.js';

interface Held {
  readonly ctx: McpContext;
  resolve(value: string): void;
  reject(error: Error): void;
}

/** Holds calls until a test ends them. */
@Injectable()
class Holder {
  private arrived: (held: Held) => void = () => undefined;

  @McpTool()
  hold(ctx: McpContext): Promise<string> {
    return new Promise((resolve, reject) => this.arrived({ ctx, resolve, reject }));
  }

  next(): Promise<Held> {
    return new Promise((resolve) => {
      this.arrived = resolve;
    });
  }
}

describe.each(ALL_REVISIONS)('a cancelled call, in %s,', (version) => {
  let app: TestingModule;
  let wire: MemoryWire;

  beforeAll(async () => {
    app = await bootContext({ providers: [Holder] });
  });
  beforeEach(async () => {
    wire = await MemoryWire.open(app, version);
  });
  afterEach(() => wire.close());
  afterAll(() => app.close());

  async function hold(id: unknown, on = wire) {
    const arrived = app.get(Holder).next();
    const answered = on.request(id, 'tools/call', {
      name: 'hold',
      _meta: { progressToken: 1 },
    });
    return { ...(await arrived), answered };
  }

  it.each([0, '', 7, '7'])('gets no answer, whatever its id: %j', async (id) => {
    const { ctx, answered } = await hold(id);

    await wire.cancel(id);
    await answered;

    expect(ctx.signal.aborted).toBe(true);
    expect(wire.received).toEqual([]);
  });

  it('learns the reason', async () => {
    const { ctx, answered } = await hold(1);

    await wire.cancel(1, 'changed my mind');
    await answered;

    expect(ctx.signal.reason).toBeInstanceOf(McpCancelledError);
    expect(String(ctx.signal.reason)).toContain('changed my mind');
  });

  it.each([
    ['resolves', ({ resolve }: Held) => resolve('late')],
    ['rejects', ({ reject }: Held) => reject(new Error('late'))],
  ])('gets no answer when the method %s afterwards', async (_how, end) => {
    const held = await hold(1);
    await wire.cancel(1);
    await held.answered;

    end(held);
    await wire.request('after', 'tools/list');

    expect(wire.received.map(({ id }) => id)).toEqual(['after']);
  });

  it('sends nothing any more', async () => {
    const held = await hold(1);
    await wire.cancel(1);
    await held.answered;

    await held.ctx.progress(1);
    await held.ctx.log('error', 'x');

    expect(wire.received).toEqual([]);
  });

  it.each([
    ['of a number for that of a text', 1, '1'],
    ['of a text for that of a number', '1', 1],
    ['that nobody used', 1, 2],
    ['that is none', 1, null],
  ])('is none for an id %s', async (_what, id, other) => {
    const { ctx, answered, resolve } = await hold(id);

    await wire.cancel(other);
    const wasAborted = ctx.signal.aborted;
    resolve('done');
    await answered;

    expect(wasAborted).toBe(false);
    expect(wire.received).toMatchObject([{ id, result: { content: [{ text: 'done' }] } }]);
  });

  it('is none for a message without an id', async () => {
    const { ctx, answered, resolve } = await hold(1);

    await wire.send({ jsonrpc: '2.0', method: 'notifications/cancelled' });
    const wasAborted = ctx.signal.aborted;
    resolve('done');
    await answered;

    expect(wasAborted).toBe(false);
  });

  it('leaves the calls of other links with the same id alone', async () => {
    const other = await MemoryWire.open(app, version);
    const mine = await hold(1);
    const theirs = await hold(1, other);

    await wire.cancel(1);
    await mine.answered;
    theirs.resolve('done');
    await theirs.answered;

    expect(theirs.ctx.signal.aborted).toBe(false);
    expect(other.received).toMatchObject([{ id: 1, result: {} }]);
    other.close();
  });

  it('frees its id', async () => {
    const { answered } = await hold(1);
    await wire.cancel(1);
    await answered;

    expect(await wire.ask(1, 'tools/list')).toMatchObject([{ id: 1, result: {} }]);
  });

  it('may be cancelled again, and after it has ended', async () => {
    const { answered } = await hold(1);
    await wire.cancel(1);
    await wire.cancel(1);
    await answered;
    await wire.cancel(1);

    expect(wire.received).toEqual([]);
  });

  it('is every call of a link that closes', async () => {
    const first = await hold(1);
    const second = await hold(2);

    wire.close();
    await Promise.all([first.answered, second.answered]);

    expect([first.ctx.signal.aborted, second.ctx.signal.aborted]).toEqual([true, true]);
  });
});

describe.each(ALL_REVISIONS)('an id that is in use, in %s,', (version) => {
  it('is refused, and the first request goes on', async () => {
    const app = await bootContext({ providers: [Holder] });
    const wire = await MemoryWire.open(app, version);
    const arrived = app.get(Holder).next();
    const answered = wire.request(1, 'tools/call', { name: 'hold' });
    const { resolve } = await arrived;

    await wire.request(1, 'tools/list');
    resolve('done');
    await answered;
    await app.close();

    expect(wire.received).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: 1, result: { content: [{ text: 'done' }] } },
    ]);
  });
});
