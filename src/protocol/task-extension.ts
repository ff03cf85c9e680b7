/** The extension that tasks are in 2026-07-28; before, they are a capability of the protocol (2025-11-25). */
export const TASK_EXTENSION = 'io.modelcontextprotocol/tasks';
