/**
 * How a client reached the server. HTTP+SSE is `http` as well; `memory` is inside this process.
 *
 * @publicApi
 */
export type TransportName = 'http' | 'stdio' | 'memory';
