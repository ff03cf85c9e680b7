import { McpConfigurationError } from '../mcp-configuration.error.js';
import type { Revision } from './revision.interface.js';
import { REVISIONS } from './revisions.js';

/** The revisions one server offers, and the choice among them. */
export class ServedRevisions {
  private served: Served;

  /** @param versions the `protocolVersions` option; all revisions when absent. */
  constructor(versions: readonly string[] = REVISIONS.map(({ version }) => version)) {
    this.served = choose(versions, 'protocolVersions');
  }

  /**
   * Serves others instead; before anything is served.
   *
   * @param where what names them, for messages
   * @throws McpConfigurationError for none, and for a version that is none
   */
  replace(versions: readonly string[], where: string): void {
    this.served = choose(versions, where);
  }

  /** Served revisions, newest first. */
  get all(): readonly Revision[] {
    return this.served.all;
  }

  get legacy(): readonly Revision[] {
    return this.served.legacy;
  }

  get modern(): readonly Revision[] {
    return this.served.modern;
  }

  /** The served revision of exactly this version. */
  find(version: string): Revision | undefined {
    return this.served.all.find((revision) => revision.version === version);
  }

  /**
   * The answer to `initialize`: the version asked for if it is a served legacy one, else the newest
   * legacy one. A stateless revision is never negotiated (2026-07-28, Versioning).
   */
  negotiate(requested: string): Revision | undefined {
    return this.legacy.find(({ version }) => version === requested) ?? this.legacy[0];
  }

  /** Versions usable with an envelope, newest first: `supportedVersions` and `data.supported`. */
  get modernVersions(): readonly string[] {
    return this.modern.map(({ version }) => version);
  }
}

/** By era, newest first. */
interface Served {
  readonly all: readonly Revision[];
  readonly legacy: readonly Revision[];
  readonly modern: readonly Revision[];
}

function choose(versions: readonly string[], where: string): Served {
  for (const version of versions) requireKnown(version, where);
  const all = REVISIONS.filter(({ version }) => versions.includes(version));
  const of = (era: Revision['era']) => all.filter((revision) => revision.era === era);
  if (all.length > 0) return { all, legacy: of('legacy'), modern: of('modern') };
  throw new McpConfigurationError(
    `${where} is empty; name at least one revision or leave the option out`,
  );
}

function requireKnown(version: string, where: string): void {
  if (REVISIONS.some((revision) => revision.version === version)) return;
  const known = REVISIONS.map((revision) => revision.version).join(', ');
  throw new McpConfigurationError(
    `${where} names "${version}", which is not a revision of MCP; choose among ${known}`,
  );
}
