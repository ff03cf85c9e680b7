import type { JsonObject } from '../../protocol/json.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import { normaliseUri } from '../uri-template/normalise-uri.js';
import type { FeedDefinition, FeedTarget } from './feed-definition.interface.js';

/** A feed of one URI, and what its method gets. */
export interface FeedMatch {
  readonly feed: FeedDefinition;
  readonly variables: JsonObject;
}

/** The feeds of one server. */
export class FeedRegistry {
  private readonly feeds = new Map<string, FeedDefinition>();

  /** @throws McpConfigurationError when there is one already, naming both places */
  requireFree(feeds: readonly FeedDefinition[]): void {
    const earlier = new Map(this.feeds);
    for (const feed of feeds) {
      const key = keyOf(feed.target);
      const taken = earlier.get(key);
      if (taken !== undefined) throw declaredTwice(key, taken, feed);
      earlier.set(key, feed);
    }
  }

  /** @param feeds free ones */
  add(feeds: readonly FeedDefinition[]): void {
    for (const feed of feeds) this.feeds.set(keyOf(feed.target), feed);
  }

  /** Every feed of this URI: its own, and those of the templates it matches. */
  find(uri: string): readonly FeedMatch[] {
    return [...this.feeds.values()].flatMap((feed) => {
      const variables = variablesOf(feed.target, uri);
      return variables === undefined ? [] : [{ feed, variables }];
    });
  }
}

const keyOf = (target: FeedTarget): string =>
  'uri' in target
    ? `the resource "${normaliseUri(target.uri)}"`
    : `the resource template "${target.template.template.template}"`;

const declaredTwice = (
  key: string,
  first: FeedDefinition,
  second: FeedDefinition,
): McpConfigurationError =>
  new McpConfigurationError(
    `A feed of ${key} is declared twice: by ${first.place} and by ${second.place}. Merge them; ` +
      'if it is one class listed in the `providers` of two modules, provide it in one and export it.',
  );

function variablesOf(target: FeedTarget, uri: string): JsonObject | undefined {
  if ('uri' in target) return normaliseUri(target.uri) === normaliseUri(uri) ? {} : undefined;
  const { template } = target;
  const match = template.template.match(uri, template);
  return match?.kind === 'match' ? Object.fromEntries(match.variables) : undefined;
}
