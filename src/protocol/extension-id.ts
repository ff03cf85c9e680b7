/** Tasks, as they are in 2026-07-28; before, they are a capability of the protocol (2025-11-25). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** Skills (SEP-2640). */
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills';

const LABEL = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const NAME = '(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?)?';
const EXTENSION_ID = new RegExp(`^${LABEL}(?:\\.${LABEL})*/${NAME}$`);

/**
 * True for a key of `_meta` with a prefix, which is what names an extension: `com.example/audit`
 * (2026-07-28, Extension negotiation).
 */
export const isExtensionId = (text: string): boolean => EXTENSION_ID.test(text);
