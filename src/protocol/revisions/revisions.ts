import { revision20241105 } from './revision-2024-11-05.js';
import { revision20250326 } from './revision-2025-03-26.js';
import { revision20250618 } from './revision-2025-06-18.js';
import { revision20251125 } from './revision-2025-11-25.js';
import { revision20260728 } from './revision-2026-07-28.js';
import type { Revision } from './revision.interface.js';

/** Every revision this package knows, newest first. */
export const REVISIONS: readonly Revision[] = [
  revision20260728,
  revision20251125,
  revision20250618,
  revision20250326,
  revision20241105,
];

const SPECIFIED = new Set(REVISIONS.flatMap(({ requests }) => [...requests]));

/** True for a request method that some revision knows. */
export const isSpecified = (method: string): boolean => SPECIFIED.has(method);

/** What a legacy client speaks of which nothing else is known (2025-06-18, Transports). */
export const ASSUMED_LEGACY_REVISION = revision20250326;
