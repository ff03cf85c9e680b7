/** Revisions of the handshake era, newest first. */
export const LEGACY_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** The revision without a handshake. */
export const MODERN_REVISION = '2026-07-28';

/** Every revision, newest first, for `describe.each`. */
export const ALL_REVISIONS = [MODERN_REVISION, ...LEGACY_REVISIONS] as const;

/** One of {@link ALL_REVISIONS}. */
export type RevisionName = (typeof ALL_REVISIONS)[number];

/** True for a revision that has what this one brought. */
export const isSince = (version: RevisionName, first: RevisionName): boolean =>
  ALL_REVISIONS.indexOf(version) <= ALL_REVISIONS.indexOf(first);
