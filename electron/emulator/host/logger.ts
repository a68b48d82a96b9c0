/** Formats of Hangar's own messages. */
export const LOG_FORMATS = ['text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Receives Hangar's own messages; the logs of runs are separate. */
export interface Logger {
  /** Normal operation. */
  readonly info: (message: string) => void;
  /** Warnings that the user should know or act on. */
  readonly warn: (message: string) => void;
  /** Failures. */
  readonly error: (message: string) => void;
}

/** Discards all messages: for a library, whose caller reads messages from the emulator. */
export const SILENT: Logger = { info: () => {}, warn: () => {}, error: () => {} };

/** Output of lines: `info`, and `alert` for warnings and errors. */
interface LineWriters {
  readonly info: (line: string) => void;
  readonly alert: (line: string) => void;
}

/** Control characters except line ends and tabs, and those of the text's direction: a terminal would interpret them. */
const CONTROL = /(?![\n\t])[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu;

/** Escapes control characters for printing: names may come from an untrusted file. */
export function printable(text: string): string {
  return text.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Logs messages as lines: text without control characters, or `{"event":"message","level":…,"message":…}`. `quiet` drops
 * `info`.
 */
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
