/** Maximum number of bytes read of each kind of file. */
export const MAX_FILE_BYTES = {
  /** The workspace file. */
  workspace: 64_000_000,
  /** A module of a script. */
  script: 16_000_000,
  /** The traffic log. */
  traffic: 100_000_000,
  /** An uploaded file: the largest `maxBodyBytes`. */
  upload: 1_073_741_824,
  /** Hangar's own small files: locks, records of processes, desktop settings. */
  record: 1_000_000,
  /** A file of the built window. */
  window: 64_000_000,
} as const;
