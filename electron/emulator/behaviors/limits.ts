/**
 * Limits on the code of one run. They bound the server's memory and keep each turn of its event loop near 100 ms. A run that
 * exceeds one fails with a sentence that names it; a log is cut off instead.
 */

/** Limits of a run's output. Characters are UTF-16 code units. */
export const OUTPUT_LIMITS = {
  /** Length of the JSON text. Parsing and writing 10 MB take about 50 ms each. */
  characters: 10_000_000,
  /** Levels of nesting, the same as for request bodies: an output may become a parameter. */
  depth: 100,
  /** Objects and lists: creating them takes most of the time of parsing. */
  containers: 100_000,
  /** Values of any kind: half a million numbers take about 25 ms to parse. */
  values: 500_000,
  /** Members of one object: copying a larger one takes tens of milliseconds. */
  members: 20_000,
  /** Length of the path of a change. */
  pathCharacters: 10_000,
  /** Maximum distance of an index beyond the end of its list. */
  gap: 10_000,
} as const;

/** Maximum size of incomplete chunked output lines, in characters: more than a line with the largest output. */
export const CHUNK_CHARACTERS = 12_000_000;

/** Limits of a run's log. */
export const LOG_LIMITS = {
  lines: 100_000,
  characters: 16_000_000,
  /** Longer lines are split. */
  lineCharacters: 64_000,
} as const;

/** Limits on the requests of a script to the server. */
export const REQUEST_LIMITS = {
  /** Pending requests: each takes memory in the server. */
  inFlight: 1000,
  /** Characters of the pending requests together. */
  charactersInFlight: 32_000_000,
  /** Prompts of one run, which are stored. */
  prompts: 1000,
  /** Runs and sessions started by one run, which are stored. */
  children: 10_000,
  /** Concurrent processes of one script. */
  processes: 1000,
} as const;

/** Maximum length of the text of one log record of a script, in characters. Longer texts arrive in parts. */
export const RECORD_CHARACTERS = 1_000_000;

/** Maximum length of a message of a script, in characters. Quoting doubles an output at most; control characters in log lines become six. */
export const MESSAGE_CHARACTERS = 2 * OUTPUT_LIMITS.characters + 12 * RECORD_CHARACTERS;

/** Maximum length of a run's failure, in characters. The log has all of it. */
export const FAILURE_CHARACTERS = 10_000;

/** Maximum size of replies that a script leaves unread, in bytes. */
export const UNREAD_BYTES = 64_000_000;

/** The milliseconds to wait after a change of the output before more is read. */
export function outputDelay(json: string): number {
  const CHARACTERS_PER_MILLISECOND = 20_000;
  return Math.floor(json.length / CHARACTERS_PER_MILLISECOND);
}
