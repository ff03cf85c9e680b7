import type { INestApplication } from '@nestjs/common';
import { StreamLab } from '../../apps/stream-lab.js';
import { PLATFORMS, bootApp } from '../../support/boot-app.js';
import { EventReader } from '../../support/event-reader.js';
import { StreamClient, nextMessage, report, rest, valueOf } from '../../support/stream-client.js';
import { modernRequest } from '../../support/wire-messages.js';

describe.each(PLATFORMS)('what Last-Event-ID gives back, on $platform', ({ createAdapter }) => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await bootApp({ createAdapter }, { providers: [StreamLab] });
  });

  afterAll(() => app.close());

  it('is of the stream that the id names, never of another one of the session', async () => {
    const client = await StreamClient.open(app);
    const standalone = await client.get();
    client.push(100);
    const { id: standaloneId = 'none' } = await nextMessage(standalone);
    standalone.leave();
    const first = await client.drive(1);
    const { id: firstId = 'none' } = await nextMessage(first);
    const second = await client.drive(2);
    const { id: secondId = 'none' } = await nextMessage(second);
    first.leave();
    second.leave();

    await report(first.call.context, 11, 12);
    await report(second.call.context, 21, 22);
    client.push(101);
    first.call.finish('first');
    second.call.finish('second');

    expect(await rest(await client.get(firstId))).toEqual([11, 12, 'first']);
    expect(await rest(await client.get(secondId))).toEqual([21, 22, 'second']);
    const again = await client.get(standaloneId);
    expect(valueOf((await again.reader.next()) ?? {})).toBe(101);
    again.leave();
  });

  it('is nothing where a request of 2026-07-28 carries it', async () => {
    const client = await StreamClient.open(app);
    const stream = await client.drive();
    const { id = 'none' } = await nextMessage(stream);
    await report(stream.call.context, 2, 3);
    const { body, headers } = modernRequest('subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });

    const { response, leave } = await client.wire.open(
      'POST',
      { ...headers, ...client.headers, 'last-event-id': id },
      body,
    );
    const reader = new EventReader(response);
    const first = await reader.next();
    const closed = app.close();

    expect(first).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
    expect(await reader.next()).toMatchObject({ id: 1, result: {} });
    leave();
    await closed;
  });
});
