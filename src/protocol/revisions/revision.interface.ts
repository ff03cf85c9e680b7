/** How a revision opens a conversation: with `initialize`, or with an envelope on every request. */
export type Era = 'legacy' | 'modern';

/** Kinds of content block (`docs/specification/<revision>/server/tools`). */
export type ContentType = 'text' | 'image' | 'audio' | 'resource' | 'resource_link';

/** Definitions whose members differ from revision to revision. */
export type DefinitionKind =
  'tool' | 'resource' | 'resourceTemplate' | 'prompt' | 'promptArgument' | 'implementation';

/** Server capabilities a revision can express. */
export type CapabilityName = 'tools' | 'resources' | 'prompts' | 'completions' | 'logging';

/**
 * Everything that differs between revisions of the protocol, as data. No other file compares version
 * strings.
 */
export interface Revision {
  readonly version: string;
  readonly era: Era;

  /** Request methods a client may send. */
  readonly requests: ReadonlySet<string>;

  /** Capabilities a server may declare. */
  readonly capabilities: ReadonlySet<CapabilityName>;

  /** Members a client of this revision knows; all others are left out. */
  readonly members: Readonly<Record<DefinitionKind, ReadonlySet<string>>>;

  /** Content blocks a client of this revision can parse; others are replaced by text. */
  readonly contentTypes: ReadonlySet<ContentType>;

  /** What may stand in `outputSchema` and `structuredContent`. */
  readonly structuredContent: 'none' | 'object' | 'any';

  /** True where progress may carry words (2025-03-26 and later). */
  readonly hasProgressMessage: boolean;

  /** True where a server may ask the person at the client (2025-06-18 and later). */
  readonly hasElicitation: boolean;

  /**
   * True where a server may end the connection of a stream and let the client come back for the rest
   * (2025-11-25, Streamable HTTP). Clients of older revisions may choke on an event without data.
   */
  readonly hasStreamPolling: boolean;

  /** Codes of failures that changed their number. */
  readonly codes: {
    /** A bound was met: `server_busy`, `callback_timeout`. */
    readonly overloaded: number;
    readonly unknownTool: number;
    readonly unknownResource: number;
    readonly readDenied: number;
  };
}
