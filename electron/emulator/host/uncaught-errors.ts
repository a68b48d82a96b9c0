import type { Logger } from './logger.ts';

/** Where faults arrive that nothing caught: the process of a program. */
export interface ErrorSource {
  on(event: 'uncaughtException', listener: (fault: unknown) => void): unknown;
}

/**
 * Codes of connections and pipes whose other end went away, or was closed meanwhile. No state hangs on them: what a request
 * or a run changed was changed before, whole, and its answer or its message is lost with the connection.
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

const ENDS = 'Hangar ends, since its state may be half changed. What was answered is on disk.';

/**
 * Handles faults that nothing caught. Those of connections and pipes are logged, and the program goes on. After any other one
 * the state may be half changed: it is logged too, and `end` is called. For programs; a library leaves this to its host.
 */
export function handleUncaughtErrors(
  source: ErrorSource,
  logger: Pick<Logger, 'warn' | 'error'>,
  end: (why: string) => void,
): void {
  const handle = (fault: unknown): void => {
    const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    if (isHarmless(fault)) {
      logger.warn(`A connection or a pipe broke off: ${text}`);
      return;
    }
    logger.error(`A fault that nothing caught: ${text}\n${ENDS}`);
    end(text);
  };
  // Node also raises rejections that nothing handles so; Electron warns of them and goes on.
  source.on('uncaughtException', handle);
}

function isHarmless(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' && HARMLESS.has(fault.code);
}
