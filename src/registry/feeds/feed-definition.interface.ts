import type { Observable } from 'rxjs';
import type { JsonObject } from '../../protocol/json.js';
import type { ResourceTemplateDefinition } from '../definitions.interface.js';

/** What a feed is the feed of. */
export type FeedTarget =
  { readonly uri: string } | { readonly template: ResourceTemplateDefinition };

/** A method that knows when resources change. */
export interface FeedDefinition {
  /** `Class.method`, for logs and errors. */
  readonly place: string;
  readonly target: FeedTarget;

  /**
   * Calls the method. Gives `undefined` for variables that no resource can have.
   *
   * @param variables those of the template; none for one URI
   * @throws what the method throws, and TypeError when it gives no Observable
   */
  open(variables: JsonObject): Promise<Observable<unknown> | undefined>;
}
