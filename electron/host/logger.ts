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

/** Writes messages as lines: text as it is, or `{"event":"message","level":…,"message":…}`. `quiet` leaves `info` out. */
export function lineLogger(writers: LineWriters, format: LogFormat, quiet: boolean): Logger {
  const line = (level: string, message: string): string => {
    if (format === 'json') return JSON.stringify({ event: 'message', level, message });
    return level === 'info' ? message : `${level}: ${message}`;
  };
  return {
    info: (message) => {
      if (!quiet) writers.info(line('info', message));
    },
    warn: (message) => writers.alert(line('warning', message)),
    error: (message) => writers.alert(line('error', message)),
  };
}
