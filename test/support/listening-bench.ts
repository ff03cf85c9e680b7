import { McpNotificationBus } from '../../src/notifications/mcp-notification-bus.js';
import { FunctionHandler } from '../../src/registry/handlers/function-handler.js';
import { parseUriTemplate } from '../../src/registry/uri-template/parse-uri-template.js';
import type { BenchOptions, DispatcherBench } from './dispatcher-bench.js';
import { createBench } from './dispatcher-bench.js';

/** A dispatcher with resources, and the bus on which the application says what changed. */
export interface ListeningBench extends DispatcherBench {
  readonly bus: McpNotificationBus;
}

/** Serves the resource `shop://all`, and everything of the form `shop://orders/{number}`. */
export async function createListeningBench(options: BenchOptions = {}): Promise<ListeningBench> {
  const bus = new McpNotificationBus();
  const bench = await createBench({ ...options, bus });
  const handler = new FunctionHandler('Shop.read', () => 'text');
  bench.registry.catalogue.add({ resources: [{ uri: 'shop://all', name: 'all', handler }] });
  bench.registry.catalogue.add({
    resourceTemplates: [
      {
        template: parseUriTemplate('shop://orders/{number}', 'Shop.read'),
        name: 'order',
        allowEncodedSlash: false,
        handler,
      },
    ],
  });
  return { ...bench, bus };
}

/** Says that a resource changed, as a message of the connection that subscribed to it. */
export const UPDATED = (uri: string) => ({
  jsonrpc: '2.0',
  method: 'notifications/resources/updated',
  params: { uri },
});

/** Says that a list changed. */
export const LIST_CHANGED = (list: string) => ({
  jsonrpc: '2.0',
  method: `notifications/${list}/list_changed`,
  params: {},
});
