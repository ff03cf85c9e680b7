import type { HandlerDeclarations } from '../../decorators/read-handler-metadata.js';
import type { ProviderHost } from '../handlers/provider-host.js';

/** A decorated method and where it was found. */
export interface DecoratedMethod {
  readonly host: ProviderHost;
  readonly property: string;
  /** `Class.method`. */
  readonly place: string;
  readonly declarations: HandlerDeclarations;
}
