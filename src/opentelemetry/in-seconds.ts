const MS_PER_SECOND = 1_000;

/** Milliseconds in the unit of durations. */
export const inSeconds = (ms: number): number => ms / MS_PER_SECOND;
