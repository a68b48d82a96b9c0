import type { LogEntry } from '../../../shared/model/log.ts';

/** A line of a stack trace with a place in a script. */
const FRAME = /^\s*at .*?([\w./-]{1,100}\.[cm]?[jt]s:\d{1,6}:\d{1,6})\)?$/;
/** Maximum number of frames that are shown. */
const MOST = 8;

/** The stack trace at the end of a failed run's log, the innermost frame first; empty without one. */
export function framesOf(lines: readonly LogEntry[]): readonly string[] {
  const isFrame = (line: LogEntry | undefined): boolean => line?.level === 'error' && FRAME.test(line.text);
  const last = lines.findLastIndex(isFrame);
  let first = last;
  while (first > 0 && isFrame(lines[first - 1])) first -= 1;
  return last === -1
    ? []
    : lines
        .slice(first, last + 1)
        .map(({ text }) => text.trim())
        .slice(0, MOST);
}

/** Place of the innermost frame, such as `ledger.ts:5:33`; "" without one. */
export function placeOf(frames: readonly string[]): string {
  return FRAME.exec(frames[0] ?? '')?.[1] ?? '';
}
