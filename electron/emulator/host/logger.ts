/** How Hangar's own messages are written. */
export const LOG_FORMATS = ['text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Takes what Hangar itself has to say; the logs of runs go elsewhere. */
export interface Logger {
  /** What went as it should. */
  readonly info: (message: string) => void;
  /** What the reader should know of or mend. */
  readonly warn: (message: string) => void;
  /** What went wrong. */
  readonly error: (message: string) => void;
}

/** Says nothing: for a library, whose messages the caller reads from the emulator. */
export const SILENT: Logger = { info: () => {}, warn: () => {}, error: () => {} };

/** Where lines go: `info`, and `alert` for warnings and errors. */
export interface LineWriters {
  readonly info: (line: string) => void;
  readonly alert: (line: string) => void;
}

/** Control characters but line ends and tabs: a terminal would do what they say. */
const CONTROL = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A text as it may be printed: names in it may come from a file that somebody else wrote. */
export function printable(text: string): string {
  return text.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Writes messages as lines: text without control characters, or `{"event":"message","level":…,"message":…}`. `quiet` leaves `info` out. */
export function lineLogger(writers: LineWriters, format: LogFormat, quiet: boolean): Logger {
  const line = (level: string, message: string): string => {
    if (format === 'json') return JSON.stringify({ event: 'message', level, message });
    return printable(level === 'info' ? message : `${level}: ${message}`);
  };
  return {
    info: (message) => {
      if (!quiet) writers.info(line('info', message));
    },
    warn: (message) => writers.alert(line('warning', message)),
    error: (message) => writers.alert(line('error', message)),
  };
}
