import type { ClientCapabilityName } from '../client-capability-name.js';

/** How a revision opens a conversation: with `initialize`, or with an envelope on every request. */
export type Era = 'legacy' | 'modern';

/** Kinds of content block (`docs/specification/<revision>/server/tools`). */
export type ContentType = 'text' | 'image' | 'audio' | 'resource' | 'resource_link';

/** Definitions whose members differ from revision to revision. */
export type DefinitionKind =
  'tool' | 'resource' | 'resourceTemplate' | 'prompt' | 'promptArgument' | 'implementation';

/** Server capabilities a revision can express. */
export type CapabilityName =
  'tools' | 'resources' | 'prompts' | 'completions' | 'logging' | 'tasks';

/** What a revision lets a server ask a person. */
export interface ElicitationFeatures {
  /**
   * `basic`: single choice, titles as `enumNames`, defaults of booleans only. `full`: several choices,
   * titles beside their values, defaults of everything.
   */
  readonly forms: 'basic' | 'full';
  /** Whether a person can be sent to a URL, and whether that question has an id of its own. */
  readonly url: 'none' | 'with-id' | 'plain';
}

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

  /** Capabilities a client may declare, besides extensions and experimental ones. */
  readonly clientCapabilities: ReadonlySet<ClientCapabilityName>;

  /**
   * How long work outlives its request: the client asks for a task (2025-11-25), or the server makes one
   * for a client that declares the extension (2026-07-28); `none` before.
   */
  readonly tasks: 'none' | 'core' | 'extension';

  /** True where a server declares extensions of the protocol (2026-07-28). */
  readonly hasExtensions: boolean;

  /**
   * Identifiers of extensions that this package serves to clients of the revision, where the server
   * has them. They are declared even where the revision itself has no place for extensions (SEP-2133).
   */
  readonly extensions: ReadonlySet<string>;

  /** Members a client of this revision knows; all others are left out. */
  readonly members: Readonly<Record<DefinitionKind, ReadonlySet<string>>>;

  /** Content blocks a client of this revision can parse; others are replaced by text. */
  readonly contentTypes: ReadonlySet<ContentType>;

  /** What may stand in `outputSchema` and `structuredContent`. */
  readonly structuredContent: 'none' | 'object' | 'any';

  /** True where several messages may come as one array (2025-03-26 only). */
  readonly hasBatches: boolean;

  /**
   * True where clients name the revision in `MCP-Protocol-Version` over HTTP (2025-06-18 and later), so
   * that a request without the header is of an older one.
   */
  readonly hasVersionHeader: boolean;

  /** True where progress may carry words (2025-03-26 and later). */
  readonly hasProgressMessage: boolean;

  /** How a server may ask the person at the client; `undefined` before 2025-06-18. */
  readonly elicitation: ElicitationFeatures | undefined;

  /** True where sampling knows tools, and messages of several blocks (2025-11-25 and later). */
  readonly hasSamplingTools: boolean;

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
