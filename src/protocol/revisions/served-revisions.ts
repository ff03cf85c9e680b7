import { McpConfigurationError } from '../mcp-configuration.error.js';
import type { Revision } from './revision.interface.js';
import { REVISIONS } from './revisions.js';

/** The revisions one server offers, and the choice among them. */
export class ServedRevisions {
  /** Served revisions, newest first. */
  readonly all: readonly Revision[];
  readonly legacy: readonly Revision[];
  readonly modern: readonly Revision[];
  private readonly byVersion: ReadonlyMap<string, Revision>;

  /** @param versions the `protocolVersions` option; all revisions when absent. */
  constructor(versions?: readonly string[]) {
    for (const version of versions ?? []) requireKnown(version);
    this.all = REVISIONS.filter(({ version }) => versions?.includes(version) ?? true);
    if (this.all.length === 0) {
      throw new McpConfigurationError(
        'protocolVersions is empty; name at least one revision or leave the option out',
      );
    }
    this.legacy = this.all.filter(({ era }) => era === 'legacy');
    this.modern = this.all.filter(({ era }) => era === 'modern');
    this.byVersion = new Map(this.all.map((revision) => [revision.version, revision]));
  }

  /** The served revision of exactly this version. */
  find(version: string): Revision | undefined {
    return this.byVersion.get(version);
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

function requireKnown(version: string): void {
  if (REVISIONS.some((revision) => revision.version === version)) return;
  const known = REVISIONS.map((revision) => revision.version).join(', ');
  throw new McpConfigurationError(
    `protocolVersions names "${version}", which is not a revision of MCP; choose among ${known}`,
  );
}
