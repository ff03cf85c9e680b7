/**
 * Why a conversation up to 2025-11-25 ended: its client ended it (`DELETE`) or broke the connection, it
 * was idle for too long, or the server stopped.
 *
 * @publicApi
 */
export type SessionEndReason = 'client' | 'disconnected' | 'idle' | 'shutdown';
