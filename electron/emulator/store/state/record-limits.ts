/** Maximum nesting of JSON in files: values of runs may contain values of other runs. */
export const STORED_LEVELS = 1000;
