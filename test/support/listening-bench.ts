import { FunctionHandler } from '../../src/registry/handlers/function-handler.js';
import { parseUriTemplate } from '../../src/registry/uri-template/parse-uri-template.js';
import type { BenchOptions, DispatcherBench } from './dispatcher-bench.js';
import { createBench } from './dispatcher-bench.js';

/** A dispatcher with resources. */
export type ListeningBench = DispatcherBench;

/** Serves the resource `shop://all`, and everything of the form `shop://orders/{number}`. */
export async function createListeningBench(options: BenchOptions = {}): Promise<ListeningBench> {
  const bench = await createBench(options);
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
  return bench;
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
