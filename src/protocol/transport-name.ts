/** How a client reached the server. */
export type TransportName = 'http' | 'stdio' | 'memory';
