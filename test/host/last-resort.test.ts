import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { handleUncaughtErrors } from '../../electron/emulator/host/uncaught-errors.ts';

/** Effects of an uncaught error. */
function outcomeOf(fault: unknown) {
  const source = new EventEmitter();
  const lines: string[] = [];
  const logger = {
    warn: (line: string) => void lines.push(`warning ${line}`),
    error: (line: string) => void lines.push(`error ${line}`),
  };
  let ended = false;
  handleUncaughtErrors(source, logger, () => (ended = true));
  source.emit('uncaughtException', fault);
  return { ended, lines };
}

const withCode = (code: string) => Object.assign(new Error(`write ${code}`), { code });

describe('an uncaught error', () => {
  test.each(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])(
    'is only logged when a connection was closed: %s',
    (code) => {
      expect(outcomeOf(withCode(code))).toEqual({
        ended: false,
        lines: [expect.stringMatching(`^warning A connection or pipe was closed unexpectedly: Error: write ${code}`)],
      });
    },
  );

  test.each([new RangeError('Maximum call stack size exceeded'), withCode('ENOSPC'), 'text', null])(
    'is logged with its stack and ends the program when the state may be half changed: %s',
    (fault) => {
      const { ended, lines } = outcomeOf(fault);
      expect([ended, lines]).toEqual([
        true,
        [expect.stringContaining(fault instanceof Error ? fault.stack! : String(fault))],
      ]);
    },
  );
});
