/** Latest time in files, in microseconds: the year 2100. */
export const LATEST = 4_102_444_800_000_000;

/** Maximum nesting of JSON in files: values of runs may contain values of other runs. */
export const STORED_LEVELS = 1000;
