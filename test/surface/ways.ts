import { LEGACY, MODERN } from './era.js';
import { HttpSurfaceLink } from './http.link.js';
import { StdioSurfaceLink } from './stdio.link.js';
import type { SurfaceWay } from './surface-link.interface.js';

/** Both eras over both transports, for `describe.each`. */
export const WAYS: readonly SurfaceWay[] = [
  { name: '2025-11-25 over HTTP', open: (options) => HttpSurfaceLink.open(LEGACY, options) },
  { name: '2026-07-28 over HTTP', open: (options) => HttpSurfaceLink.open(MODERN, options) },
  { name: '2025-11-25 over stdio', open: (options) => StdioSurfaceLink.open(LEGACY, options) },
  { name: '2026-07-28 over stdio', open: (options) => StdioSurfaceLink.open(MODERN, options) },
];
