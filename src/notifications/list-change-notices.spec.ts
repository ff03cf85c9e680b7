import type { PushedMessage } from './mcp-notification-bus.js';
import { ListChangeNotices } from './list-change-notices.js';
import { McpNotificationBus } from './mcp-notification-bus.js';

function setUp() {
  const bus = new McpNotificationBus();
  const received: PushedMessage[] = [];
  bus.connect('a').subscribe((message) => void received.push(message));
  return { notices: new ListChangeNotices(bus), received };
}

const notice = (list: string) => ({
  jsonrpc: '2.0',
  method: `notifications/${list}/list_changed`,
  params: {},
});

describe('changes of a list', () => {
  it('that are made in one go are told once', async () => {
    const { notices, received } = setUp();
    notices.changed('tools');
    notices.changed('tools');
    expect(received).toEqual([]);
    await Promise.resolve();

    expect(received).toEqual([notice('tools')]);
  });

  it('that are made later are told again', async () => {
    const { notices, received } = setUp();
    notices.changed('tools');
    await Promise.resolve();
    notices.changed('tools');
    await Promise.resolve();

    expect(received).toHaveLength(2);
  });

  it('are told for each list', async () => {
    const { notices, received } = setUp();
    notices.changed('tools');
    notices.changed('prompts');
    await Promise.resolve();

    expect(received).toEqual([notice('tools'), notice('prompts')]);
  });
});
