/** The latest moment that a file may name, in microseconds: the year 2100. */
export const LATEST = 4_102_444_800_000_000;

/** Levels of nesting of JSON in files: what runs made may be nested in what others made. */
export const STORED_LEVELS = 1000;
