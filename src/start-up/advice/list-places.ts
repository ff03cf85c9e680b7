/** Places that one message names; the rest is counted. */
const MAX_NAMED = 10;

interface Placed {
  readonly name: string;
  readonly handler: { readonly place: string };
}

/** `find_order (OrdersService.findOrder), …`, of as many as a line can take. */
export function listPlaces(definitions: readonly Placed[]): string {
  const named = definitions
    .slice(0, MAX_NAMED)
    .map(({ name, handler }) => `${JSON.stringify(name)} (${handler.place})`);
  const rest = definitions.length - named.length;
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ');
}
