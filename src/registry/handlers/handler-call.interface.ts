import type { HandlerKind } from '../../decorators/metadata-keys.js';
import type { JsonObject } from '../../protocol/json.js';
import type { HostArguments } from './host-arguments.interface.js';

/** One call of a decorated method, as the pipeline and the enhancers see it. */
export interface HandlerCall {
  readonly kind: HandlerKind;
  /** Name of the tool or prompt, URI of the resource, or what is completed. */
  readonly name: string;
  /** Arguments as the client sent them, before validation. */
  readonly arguments: JsonObject;
  readonly host: HostArguments;
  /** The `McpContext` handed to the method. */
  readonly context: object;
}
