/** The annotation of a property that clients repeat in a header (2026-07-28, Tools, x-mcp-header). */
export const HEADER_KEYWORD = 'x-mcp-header';
