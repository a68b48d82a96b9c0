/**
 * Limits on what the code of one run may make the server keep or do. They bound the server's memory, and keep each turn of its
 * event loop near 100 ms. A run that passes one fails with a sentence that names it; log lines are cut instead.
 */

/** The output of a run. Characters are JavaScript's. */
export const OUTPUT_LIMITS = {
  /** Length of its JSON text: parsing and writing 10 MB takes some 50 ms each. */
  characters: 10_000_000,
  /** Levels of nesting, as of request bodies: an output may be a parameter of the next run. */
  depth: 100,
  /** Objects and lists together: creating these takes most of the time of parsing. */
  containers: 100_000,
  /** Values, whatever they are: half a million numbers take some 25 ms to parse. */
  values: 500_000,
  /** Members of one object: copying a wider one takes tens of milliseconds. */
  members: 20_000,
  /** Length of the path of one change, which cannot have more parts than the output has levels. */
  pathCharacters: 10_000,
} as const;

/** The log of a run. */
export const LOG_LIMITS = {
  lines: 100_000,
  characters: 16_000_000,
  /** Longer lines are written in pieces. */
  lineCharacters: 64_000,
} as const;

/** Limits on the questions of a script to the server. */
export const REQUEST_LIMITS = {
  /** Questions that wait for an answer: each holds memory in the server. */
  inFlight: 1000,
  /** Characters of these together. */
  charactersInFlight: 32_000_000,
  /** Prompts of one run: each is kept with the state. */
  prompts: 1000,
  /** Runs and sessions that one run starts: each is kept with the state. */
  children: 10_000,
  /** Processes of one script that run at the same time. */
  processes: 1000,
} as const;

/** The longest text of one log record of a script; longer ones arrive in pieces. */
export const RECORD_CHARACTERS = 1_000_000;

/** The largest message of a script, in characters: quoted, an output of 10 MB doubles at most, and control characters in log lines take six. */
export const MESSAGE_CHARACTERS = 2 * OUTPUT_LIMITS.characters + 12 * RECORD_CHARACTERS;

/** The longest message that a run fails with, in characters; the log has all of it. */
export const FAILURE_CHARACTERS = 10_000;

/** Answers that a script may leave unread before its run fails, in bytes. */
export const UNREAD_BYTES = 64_000_000;

/** Milliseconds to wait after a change of the output before more is read: large ones take the server time. */
export function outputDelay(json: string): number {
  const CHARACTERS_PER_MILLISECOND = 20_000;
  return Math.floor(json.length / CHARACTERS_PER_MILLISECOND);
}
