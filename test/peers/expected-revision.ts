/** What a conversation must look like in one protocol revision. */
export interface ExpectedRevision {
  readonly version: string;
  readonly isModern: boolean;
  /** Whether tools declare an output schema and answer with `structuredContent`. */
  readonly hasStructuredContent: boolean;
  /** Whether progress may carry words. */
  readonly hasProgressMessage: boolean;
  /** Whether the server can ask the person at the client. */
  readonly hasElicitation: boolean;
  readonly unknownTool: number;
  readonly unknownResource: number;
}

const oldest: ExpectedRevision = {
  version: '2024-11-05',
  isModern: false,
  hasStructuredContent: false,
  hasProgressMessage: false,
  hasElicitation: false,
  unknownTool: -32601,
  unknownResource: -32002,
};

/** The five revisions, oldest first. */
export const EXPECTED = {
  '2024-11-05': oldest,
  '2025-03-26': { ...oldest, version: '2025-03-26', hasProgressMessage: true },
  '2025-06-18': {
    ...oldest,
    version: '2025-06-18',
    hasProgressMessage: true,
    hasElicitation: true,
    hasStructuredContent: true,
  },
  '2025-11-25': {
    ...oldest,
    version: '2025-11-25',
    hasProgressMessage: true,
    hasElicitation: true,
    hasStructuredContent: true,
  },
  '2026-07-28': {
    version: '2026-07-28',
    isModern: true,
    hasStructuredContent: true,
    hasProgressMessage: true,
    hasElicitation: true,
    unknownTool: -32602,
    unknownResource: -32602,
  },
} as const satisfies Record<string, ExpectedRevision>;
