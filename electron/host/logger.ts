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

/** Writes messages as lines: text as it is, or `{"event":"message","level":…,"message":…}`. `quiet` leaves `info` out. */
export function lineLogger(write: (line: string) => void, format: LogFormat, quiet: boolean): Logger {
  const at = (level: 'info' | 'warn' | 'error') => (message: string) => {
    const prefix = level === 'info' ? '' : `${level === 'warn' ? 'warning' : level}: `;
    write(format === 'json' ? JSON.stringify({ event: 'message', level, message }) : prefix + message);
  };
  return { info: quiet ? () => {} : at('info'), warn: at('warn'), error: at('error') };
}
