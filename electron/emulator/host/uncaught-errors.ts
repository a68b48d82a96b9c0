import type { Logger } from './logger.ts';

/** Source of uncaught errors: the process of a program. */
interface ErrorSource {
  on(event: 'uncaughtException', listener: (error: unknown) => void): unknown;
}

/**
 * Error codes of connections and pipes closed by the other end. State is not affected: every change by a request or run is
 * complete before its response or message is sent.
 */
const HARMLESS = new Set([
  ...['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ENOTCONN', 'ETIMEDOUT'],
  ...[
    'ERR_STREAM_DESTROYED',
    'ERR_STREAM_WRITE_AFTER_END',
    'ERR_STREAM_PREMATURE_CLOSE',
    'ERR_STREAM_ALREADY_FINISHED',
  ],
]);

const ENDS = 'Hangar exits, since its state may be inconsistent. Everything that was acknowledged is on disk.';

/**
 * Handles uncaught errors. Errors of connections and pipes are logged, and the program goes on. After any other error the
 * state may be half changed: it is logged and `end` is called. For programs; a library leaves this to its host.
 */
export function handleUncaughtErrors(
  source: ErrorSource,
  logger: Pick<Logger, 'warn' | 'error'>,
  end: (why: string) => void,
): void {
  const handle = (error: unknown): void => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (isClosedByOther(error)) {
      logger.warn(`A connection or pipe was closed unexpectedly: ${text}`);
      return;
    }
    logger.error(`Uncaught error: ${text}\n${ENDS}`);
    end(text);
  };
  // Node also reports unhandled rejections here; Electron warns about them and goes on.
  source.on('uncaughtException', handle);
}

/** True for an error of a connection or pipe that the other end has closed. */
export function isClosedByOther(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && HARMLESS.has(error.code);
}
