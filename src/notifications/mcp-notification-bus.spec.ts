import { config } from 'rxjs';
import { deferred } from '../protocol/deferred.js';
import type { McpRecipient } from '../protocol/mcp-recipient.interface.js';
import type { McpTags } from '../protocol/mcp-tags.js';
import type { McpChange } from './mcp-change.js';
import type { PushedMessage } from './mcp-notification-bus.js';
import { McpNotificationBus } from './mcp-notification-bus.js';

const message = (method: string) => ({ jsonrpc: '2.0', method, params: {} }) as const;

const recipient = (id: string, tags: McpTags): McpRecipient => ({
  id,
  principalKey: undefined,
  tags,
  transport: 'memory',
  protocolVersion: '2025-11-25',
});

function listen(
  bus: McpNotificationBus,
  id: string,
  onSubscribed?: () => () => void,
  tags?: McpTags,
) {
  const received: PushedMessage[] = [];
  const state = { received, isComplete: false };
  const describe = tags && (() => recipient(id, tags));
  const subscription = bus.connect(id, { onSubscribed, describe }).subscribe({
    next: (pushed) => void received.push(pushed),
    complete: () => {
      state.isComplete = true;
    },
  });
  return Object.assign(state, { leave: () => subscription.unsubscribe() });
}

describe('a message to one connection', () => {
  it('reaches that connection and nobody else', () => {
    const bus = new McpNotificationBus();
    const [a, b] = [listen(bus, 'a'), listen(bus, 'b')];

    bus.sendTo('a', message('x'));

    expect(a.received).toEqual([message('x')]);
    expect(b.received).toEqual([]);
  });

  it('is dropped when nobody listens, and not kept for whoever comes', () => {
    const bus = new McpNotificationBus();
    bus.sendTo('a', message('early'));
    const a = listen(bus, 'a');

    expect(a.received).toEqual([]);
  });
});

describe('a broadcast', () => {
  it('reaches everybody who listens', () => {
    const bus = new McpNotificationBus();
    const all = ['a', 'b', 'c'].map((id) => listen(bus, id));

    bus.broadcast(message('x'));

    expect(all.map(({ received }) => received)).toEqual([
      [message('x')],
      [message('x')],
      [message('x')],
    ]);
  });

  it('passes over whoever has left', () => {
    const bus = new McpNotificationBus();
    const [a, b] = [listen(bus, 'a'), listen(bus, 'b')];
    a.leave();

    bus.broadcast(message('x'));

    expect([a.received.length, b.received.length]).toEqual([0, 1]);
  });

  it('reaches nobody when nobody listens', () => {
    expect(() => new McpNotificationBus().broadcast(message('x'))).not.toThrow();
  });

  describe('with a subscriber that throws', () => {
    let reported = 0;
    const bothReported = deferred<void>();
    beforeAll(() => {
      config.onUnhandledError = () => {
        if (++reported === 2) bothReported.resolve();
      };
    });
    afterAll(() => {
      config.onUnhandledError = null;
    });

    it('reaches the others, now and later, and does not throw to the sender', async () => {
      const bus = new McpNotificationBus();
      const a = listen(bus, 'a');
      bus.connect('b').subscribe(() => {
        throw new Error('broken subscriber');
      });
      const c = listen(bus, 'c');

      expect(() => bus.broadcast(message('x'))).not.toThrow();
      bus.broadcast(message('y'));

      expect([a.received.length, c.received.length]).toEqual([2, 2]);
      await bothReported.promise;
    });
  });

  it('does not reach a connection that begins because of it', () => {
    const bus = new McpNotificationBus();
    let late: ReturnType<typeof listen> | undefined;
    bus.connect('a').subscribe(() => {
      late ??= listen(bus, 'b');
    });

    bus.broadcast(message('x'));

    expect(late?.received).toEqual([]);
  });
});

describe('a notification to some', () => {
  function tenants(bus: McpNotificationBus) {
    const all: (McpTags | undefined)[] = [{ tenant: 'a' }, { tenant: 'b' }, {}, undefined];
    return all.map((tags, index) => listen(bus, String(index), undefined, tags));
  }
  const counts = (all: ReturnType<typeof tenants>) => all.map(({ received }) => received.length);

  it('reaches those who have the tags, and nobody who is not described', () => {
    const bus = new McpNotificationBus();
    const all = tenants(bus);
    bus.broadcast(message('x'), { where: { tenant: 'a' } });
    expect(counts(all)).toEqual([1, 0, 0, 0]);

    bus.notify('notifications/x', {}, { where: () => true });
    expect(counts(all)).toEqual([2, 1, 1, 0]);
  });

  it('reaches nobody if the selector fails, and tells its giver', () => {
    const bus = new McpNotificationBus();
    const all = tenants(bus);
    const where = ({ tags }: McpRecipient) => {
      if (tags.tenant === 'b') throw new RangeError('no such tenant');
      return true;
    };

    expect(() => bus.notify('notifications/x', {}, { where })).toThrow(RangeError);
    expect(counts(all)).toEqual([0, 0, 0, 0]);
  });

  it('is not for everybody if the selector is undefined', () => {
    const bus = new McpNotificationBus();
    const all = tenants(bus);
    const nobody = { where: undefined };

    expect(() => bus.notify('notifications/x', {}, nobody)).toThrow(TypeError);
    expect(() => bus.broadcast(message('x'), nobody)).toThrow(TypeError);
    expect(() => bus.resourceUpdated('shop://a', nobody)).toThrow(TypeError);
    expect(() => bus.listChanged('tools', nobody)).toThrow(TypeError);
    expect(counts(all)).toEqual([0, 0, 0, 0]);
  });
});

describe('a notification of an own method', () => {
  it.each([
    ['stock', /must begin with notifications/],
    ['notifications/', /must begin with notifications/],
    ['notifications/message', /use log\(\)/],
    ['notifications/elicitation/complete', /use elicitationComplete\(\)/],
    ['notifications/tools/list_changed', /use listChanged\(\)/],
    ['notifications/resources/updated', /params\.uri must be a string/],
  ])('cannot be %s', (method, words) => {
    expect(() => new McpNotificationBus().notify(method)).toThrow(words);
  });

  it('cannot be that of a changed resource', () => {
    const params = { uri: 'shop://a' };

    expect(() =>
      new McpNotificationBus().notify('notifications/resources/updated', params),
    ).toThrow(/use resourceUpdated\(\)/);
  });
});

describe('an elicitation', () => {
  it('that nobody knows is complete for nobody', () => {
    expect(new McpNotificationBus().elicitationComplete('x')).toBe(false);
  });
});

describe('a second subscription of one id', () => {
  it('takes over: the first completes and sees nothing of what follows', () => {
    const bus = new McpNotificationBus();
    const first = listen(bus, 'a');
    const second = listen(bus, 'a');

    bus.sendTo('a', message('x'));

    expect(first).toMatchObject({ isComplete: true, received: [] });
    expect(second).toMatchObject({ isComplete: false, received: [message('x')] });
    expect(bus.size).toBe(1);
  });

  it('begins after the first has ended', () => {
    const bus = new McpNotificationBus();
    const order: string[] = [];
    const tell = (name: string) => () => {
      order.push(`${name} begins`);
      return () => void order.push(`${name} ends`);
    };
    listen(bus, 'a', tell('first'));
    listen(bus, 'a', tell('second'));

    expect(order).toEqual(['first begins', 'first ends', 'second begins']);
  });

  it('is left alone when the first unsubscribes afterwards', () => {
    const bus = new McpNotificationBus();
    const first = listen(bus, 'a');
    const second = listen(bus, 'a');
    first.leave();

    bus.sendTo('a', message('x'));

    expect(second.received).toHaveLength(1);
  });

  it('ends too when whoever was taken over comes back at once', () => {
    const bus = new McpNotificationBus();
    const ends: string[] = [];
    const tell = (name: string) => () => () => void ends.push(name);
    let back: ReturnType<typeof listen> | undefined;
    bus.connect('a', { onSubscribed: tell('first') }).subscribe({
      complete: () => {
        back = listen(bus, 'a', tell('back'));
      },
    });
    const second = listen(bus, 'a', tell('second'));

    bus.sendTo('a', message('x'));

    expect(second).toMatchObject({ isComplete: true, received: [] });
    expect(back?.received).toEqual([message('x')]);
    expect(ends).toEqual(['first']);
    expect(bus.size).toBe(1);
  });
});

describe('a subscription', () => {
  it('tells its end once, however it ends', () => {
    const bus = new McpNotificationBus();
    let ends = 0;
    const subscription = listen(bus, 'a', () => () => void ends++);
    subscription.leave();
    subscription.leave();
    bus.close();

    expect(ends).toBe(1);
  });

  it('does not begin before somebody subscribes', () => {
    const bus = new McpNotificationBus();
    bus.connect('a');

    expect([bus.size, bus.isLive('a')]).toEqual([0, false]);
  });
});

describe('a closed bus', () => {
  it('has completed everybody and keeps nobody', () => {
    const bus = new McpNotificationBus();
    let ends = 0;
    const all = ['a', 'b'].map((id) => listen(bus, id, () => () => void ends++));

    bus.close();

    expect(all.map(({ isComplete }) => isComplete)).toEqual([true, true]);
    expect([bus.size, ends]).toEqual([0, 2]);
  });

  it('completes whoever comes afterwards at once', () => {
    const bus = new McpNotificationBus();
    bus.close();

    expect(listen(bus, 'a').isComplete).toBe(true);
    expect(bus.size).toBe(0);
  });
});

describe('a change', () => {
  function hear(bus: McpNotificationBus): McpChange[] {
    const heard: McpChange[] = [];
    bus.changes$.subscribe((change) => void heard.push(change));
    return heard;
  }

  it('is told to everybody who bridges, and told once when it is said in one go', async () => {
    const bus = new McpNotificationBus();
    const all = [hear(bus), hear(bus)];
    bus.resourceUpdated('shop://a');
    bus.listChanged('tools');
    bus.resourceUpdated('shop://a');
    await Promise.resolve();

    const changes = [
      { type: 'resource_updated', uri: 'shop://a' },
      { type: 'list_changed', list: 'tools' },
    ];
    expect(all).toEqual([changes, changes]);
  });

  it('that is published is told at once, as the very object', () => {
    const bus = new McpNotificationBus();
    const heard = hear(bus);
    const change = { type: 'list_changed', list: 'prompts' } as const;
    bus.publish(change);

    expect(heard[0]).toBe(change);
  });

  it('is nothing on a closed bus, and harms nothing', async () => {
    const bus = new McpNotificationBus();
    const heard = hear(bus);
    bus.listChanged('tools');
    bus.close();
    bus.resourceUpdated('shop://a');
    bus.publish({ type: 'list_changed', list: 'tools' });
    await Promise.resolve();

    expect(heard).toEqual([]);
  });

  it('is no message: connections hear of it from the dispatcher only', async () => {
    const bus = new McpNotificationBus();
    const a = listen(bus, 'a');
    bus.listChanged('tools');
    await Promise.resolve();

    expect(a.received).toEqual([]);
  });
});
