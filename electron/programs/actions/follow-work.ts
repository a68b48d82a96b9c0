import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import type { RunRow, SessionRow } from '../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../shared/model/run.ts';
import { TERMINAL_RUN_STATUSES, TERMINAL_SESSION_STATUSES } from '../../../shared/model/status.ts';
import type { ExitReason } from '../../emulator/host/start-error.ts';
import type { Hangar } from '../client/hangar.ts';

/** Callbacks about a run until it ends. */
interface RunFollower {
  /** Receives log lines in order, each once. */
  readonly onLines?: ((lines: readonly LogEntry[]) => void) | undefined;
  /** Called when the run begins to wait for a prompt. */
  readonly onWaiting?: () => void;
}

/** Log lines per request. */
const PAGE = 10_000;

/** Follows a run until it ends. Returns its last row. */
export async function followRun(
  hangar: Hangar,
  id: string,
  { onLines, onWaiting = () => {} }: RunFollower,
): Promise<RunRow> {
  const stop = new AbortController();
  const log = onLines === undefined ? undefined : new LogReader(hangar, id, onLines);
  let wasWaiting = false;
  try {
    for await (const events of hangar.follow({ run: id, signal: stop.signal })) {
      const row = events === undefined ? (await hangar.api.runs.get({ params: { id } })).row : runIn(events, id);
      if (events === undefined) await log?.catchUp();
      else log?.add(events);
      if (row === undefined) continue;
      if (TERMINAL_RUN_STATUSES.has(row.status)) {
        await log?.catchUp();
        return row;
      }
      if (row.waiting && !wasWaiting) onWaiting();
      wasWaiting = row.waiting;
    }
    throw new Error('the event stream has ended');
  } finally {
    stop.abort();
  }
}

/** Reads the log of a run page by page, then from events. */
export class LogReader {
  readonly #hangar: Hangar;
  readonly #id: string;
  readonly #onLines: (lines: readonly LogEntry[]) => void;
  #count = 0;
  #last = '';

  constructor(hangar: Hangar, id: string, onLines: (lines: readonly LogEntry[]) => void) {
    this.#hangar = hangar;
    this.#id = id;
    this.#onLines = onLines;
  }

  /** Reads all unread lines. */
  async catchUp(): Promise<void> {
    for (;;) {
      const query = { offset: String(this.#count), limit: String(PAGE) };
      const { lines } = await this.#hangar.api.runs.logs({ params: { id: this.#id }, query });
      this.#take(lines);
      if (lines.length < PAGE) return;
    }
  }

  add(events: readonly EmulatorEvent[]): void {
    for (const event of events) if (event.type === 'logs' && event.runID === this.#id) this.#take(event.lines);
  }

  #take(lines: readonly LogEntry[]): void {
    const fresh = lines.filter(({ insertID }) => insertID > this.#last);
    if (fresh.length === 0) return;
    this.#count += fresh.length;
    this.#last = fresh.at(-1)?.insertID ?? this.#last;
    this.#onLines(fresh);
  }
}

function runIn(events: readonly EmulatorEvent[], id: string): RunRow | undefined {
  return events.flatMap((event) => (event.type === 'run' && event.row.id === id ? [event.row] : [])).at(-1);
}

/** Follows a session until it ends. Returns its last row. */
export async function followSession(
  hangar: Hangar,
  id: string,
  onChange: (row: SessionRow) => void,
): Promise<SessionRow> {
  const stop = new AbortController();
  try {
    for await (const events of hangar.follow({ signal: stop.signal })) {
      const row =
        events === undefined
          ? (await hangar.api.sessions.get({ params: { id } })).row
          : events.flatMap((one) => (one.type === 'session' && one.row.session.id === id ? [one.row] : [])).at(-1);
      if (row === undefined) continue;
      onChange(row);
      if (TERMINAL_SESSION_STATUSES.has(row.session.status)) return row;
    }
    throw new Error('the event stream has ended');
  } finally {
    stop.abort();
  }
}

/** The exit code of a command that waited for work, by the last status of the work. */
export function exitOf(status: string): ExitReason {
  return status === 'Succeeded' ? 'stopped' : status === 'Cancelled' ? 'cancelled' : 'failed';
}
