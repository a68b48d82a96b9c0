import { fnv1a } from '../../../../shared/values/fnv.ts';
import type { LogEntry } from '../../../../shared/model/run.ts';
import type { LogLevel } from '../../../../shared/model/log-level.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import { formatTimestamp } from '../../../../shared/values/timestamp.ts';
import { wrongFields } from '../definitions/field-problems.ts';
import type { LogQuery } from './run-operations.ts';
import type { LogLine, RunRecord } from '../context/records.ts';
import type { EngineContext } from '../context/engine-context.ts';

/** Maximum number of lines in a response (decision `logs`). */
const PAGE = 1000;

/**
 * Appends each line of a text to a run's log. Lines of Hangar itself have the level `debug`, except the reason that a run did not
 * succeed: `error` or `warning` (decision `logs`).
 */
export function appendLog(context: EngineContext, run: RunRecord, level: LogLevel, text: string): void {
  const first = context.state.logCount(run.id) + 1;
  const at = context.time.nextTimestamp();
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line, index): LogLine => ({ n: first + index, at, level, taskSlug: run.taskSlug, text: line }));
  context.state.appendLogs(run.id, lines);
  context.emit({ type: 'logs', runID: run.id, lines });
}

/** A log line as `/v0` returns it. */
export function logEntry(line: LogLine): LogEntry {
  const { n, at, level, taskSlug, text } = line;
  return { insertID: String(n).padStart(10, '0'), level, taskSlug, text, timestamp: formatTimestamp(at) };
}

interface LogsResponse {
  runID: string;
  logs: LogEntry[];
  next_token: string;
  prev_token: string;
}

/** Reads a page of a run's log, with tokens for older and newer lines (decision `logs`). */
export function readLogs(context: EngineContext, runID: string, query: LogQuery): LogsResponse {
  if (query.prevToken !== undefined && query.prevToken !== '')
    return newer(context, runID, readToken('prev', runID, query.prevToken), query.debug);
  const total = context.state.logCount(runID);
  const older =
    query.nextToken === undefined || query.nextToken === '' ? undefined : readToken('next', runID, query.nextToken);
  const before = Math.min(older ?? total + 1, total + 1);
  const found = collectBackwards(context, { runID, before, debug: query.debug });
  const first = found.lines[0];
  const last = older === undefined ? total : before - 1;
  return {
    runID,
    logs: found.lines.map(logEntry),
    next_token: first !== undefined && found.more ? writeToken('next', runID, first.n) : '',
    prev_token: writeToken('prev', runID, last),
  };
}

/** Reads the lines after the `n`th, oldest first, so that polling misses none. */
function newer(context: EngineContext, runID: string, n: number, debug: boolean): LogsResponse {
  const total = context.state.logCount(runID);
  const lines: LogLine[] = [];
  let seen = n;
  while (lines.length < PAGE && seen < total) {
    const chunk = context.state.logs(runID, seen + 1, Math.min(seen + 1 + PAGE, total + 1));
    for (const line of chunk) {
      if (lines.length === PAGE) break;
      seen = line.n;
      if (debug || line.level !== 'debug') lines.push(line);
    }
  }
  const first = lines[0];
  const hasOlder = first !== undefined && collectBackwards(context, { runID, before: first.n, debug }).lines.length > 0;
  return {
    runID,
    logs: lines.map(logEntry),
    next_token: hasOlder ? writeToken('next', runID, first.n) : '',
    prev_token: writeToken('prev', runID, seen),
  };
}

/** Collects the newest page of lines before the `before`th. `more`: there are older lines. */
function collectBackwards(
  context: EngineContext,
  { runID, before, debug }: { runID: string; before: number; debug: boolean },
): { lines: LogLine[]; more: boolean } {
  const lines: LogLine[] = [];
  for (let end = before; end > 1; end -= PAGE) {
    const chunk = context.state.logs(runID, Math.max(1, end - PAGE), end);
    for (let i = chunk.length - 1; i >= 0; i--) {
      const line = chunk[i];
      if (line === undefined || (!debug && line.level === 'debug')) continue;
      if (lines.length === PAGE) return { lines: lines.reverse(), more: true };
      lines.push(line);
    }
  }
  return { lines: lines.reverse(), more: false };
}

type Direction = 'prev' | 'next';

/** Creates a token, opaque to clients: direction, line number, and a checksum that ties it to the run. */
function writeToken(direction: Direction, runID: string, n: number): string {
  return `${direction}.${n}.${fnv1a(`${direction}.${n}.${runID}`).toString(36)}`;
}

function readToken(direction: Direction, runID: string, token: string): number {
  const n = Number(/^(?:prev|next)\.(\d{1,15})\.[0-9a-z]+$/.exec(token)?.[1] ?? NaN);
  if (Number.isNaN(n) || token !== writeToken(direction, runID, n)) {
    const name = `${direction}_token`;
    const text = `"${quoteForMessage(token)}" is not a token of this run's log; use one from a response for this run`;
    throw wrongFields([{ name, text, at: ['query', name], decision: 'logs' }]);
  }
  return n;
}
