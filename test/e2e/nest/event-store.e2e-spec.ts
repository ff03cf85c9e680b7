import type { INestApplication } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { EventStore, EventStreamAddress, McpEvent, StoredEvent } from 'nest-mcp';
import { McpTelemetry } from 'nest-mcp';
import { McpTestClient } from 'nest-mcp/testing';
import { StreamLab } from '../../apps/stream-lab.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { StreamClient, nextMessage, rest } from '../../support/stream-client.js';

/** Where a store of the application gets what it needs. */
@Injectable()
class Shelf {
  readonly events: (EventStreamAddress & StoredEvent)[] = [];
  readonly ended: string[] = [];
}

@Injectable()
class ShelfEventStore implements EventStore {
  constructor(private readonly shelf: Shelf) {}

  async append(address: EventStreamAddress, event: StoredEvent): Promise<void> {
    this.shelf.events.push({ ...address, ...event });
  }

  async readAfter({ streamId }: EventStreamAddress, sequence: number) {
    return this.shelf.events.filter(
      (event) => event.streamId === streamId && event.sequence > sequence,
    );
  }

  async endStream({ streamId }: EventStreamAddress, keepMs: number): Promise<void> {
    this.shelf.ended.push(`${streamId} ${keepMs}`);
  }

  async forgetStream(): Promise<void> {
    throw new Error('nothing here ends so often');
  }

  async forgetSession(sessionId: string): Promise<void> {
    this.shelf.events.splice(
      0,
      Infinity,
      ...this.shelf.events.filter((event) => event.sessionId !== sessionId),
    );
  }
}

/** A store whose service is down. */
@Injectable()
class BrokenEventStore extends ShelfEventStore {
  override append(): Promise<void> {
    throw new Error('the store is down');
  }

  override readAfter(): Promise<never> {
    return Promise.reject(new Error('the store is down'));
  }
}

describe("an application's event store", () => {
  const logger = new RecordingLogger();
  let app: INestApplication;

  const boot = async (eventStore: typeof ShelfEventStore) => {
    app = await bootApp(
      PLATFORMS[0]!,
      { providers: [StreamLab, Shelf, eventStore] },
      {
        mcp: { sessions: { eventStore }, limits: { eventHistoryMs: 5_000 } },
        configure: (application) => application.useLogger(logger),
      },
    );
  };

  afterEach(() => app?.close());

  /** A call that loses its connection before its answer, and the client back for it. */
  async function resumed() {
    const client = await StreamClient.open(app);
    const { call, ...stream } = await client.drive();
    const { id } = await nextMessage(stream);
    call.context.closeStream();
    await rest(stream);
    return { client, call, id };
  }

  it('is a class with dependencies, and keeps what is resumed', async () => {
    await boot(ShelfEventStore);
    const shelf = app.get(Shelf);
    const { client, call, id } = await resumed();
    call.finish('done');

    expect(await rest(await client.get(id))).toEqual(['done']);
    const [first] = shelf.events;
    expect(shelf.events.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(first?.sessionId).toBe(client.sessionId);
    expect(shelf.ended).toEqual([`${first?.streamId} 5000`]);

    await client.wire.send('DELETE', client.headers);
    expect(shelf.events).toEqual([]);
  });

  it('disturbs nothing but resuming when it fails, which telemetry tells', async () => {
    await boot(BrokenEventStore);
    const events: McpEvent[] = [];
    app.get(McpTelemetry).addSink((event) => events.push(event));
    const { client, call, id } = await resumed();
    const stream = await client.get(id);

    call.finish('live all the same');

    expect(await rest(stream)).toEqual(['live all the same']);
    expect(logger.text.match(/sessions\.eventStore/g)?.length).toBeGreaterThan(0);
    expect(events).toContainEqual({
      type: 'store_failed',
      store: 'sessions.eventStore',
      operation: 'append',
    });
  });

  it('must be provided by a module', async () => {
    const boots = bootApp(
      PLATFORMS[0]!,
      { providers: [StreamLab] },
      { mcp: { sessions: { eventStore: ShelfEventStore } } },
    );

    await expect(boots).rejects.toThrow(/sessions\.eventStore: ShelfEventStore cannot be resolved/);
  });
});

describe('the test client', () => {
  it.each(['2025-11-25', '2025-06-18', '2026-07-28'])(
    'gets the answer of a tool that closes its stream, with %s',
    async (protocolVersion) => {
      const app = await bootApp(PLATFORMS[0]!, { providers: [StreamLab] });
      const client = await McpTestClient.overHttp(app, { protocolVersion });

      const { content } = await client.callTool('poll');
      await client.close();
      await app.close();

      expect(content).toEqual([{ type: 'text', text: 'polled' }]);
    },
  );
});
