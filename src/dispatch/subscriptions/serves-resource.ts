import type { Catalogue } from '../../registry/catalogue.interface.js';
import { findResource } from '../../registry/match-resources.js';

/** True when something in the catalogue has this URI, or could. */
export function servesResource(catalogue: Catalogue, uri: string): boolean {
  const found = findResource(catalogue, uri);
  if (found === undefined) return false;
  return 'resource' in found || found.match.kind === 'match';
}
