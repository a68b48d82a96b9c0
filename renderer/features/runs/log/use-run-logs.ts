import { useEffect, useState } from 'react';
import type { LogEntry } from '../../../../shared/model/run.ts';
import type { Api } from '../../../core/data/api.ts';
import { messageOf } from '../../../core/data/action.ts';
import { useHangar } from '../../../core/data/hangar.ts';

/** The loaded part of a run's log. */
export interface RunLog {
  readonly lines: readonly LogEntry[];
  readonly loaded: boolean;
  /** True when all lines up to the time of loading are loaded. */
  readonly isComplete: boolean;
  readonly error: string;
  /** Loads the log again. */
  readonly reload: () => void;
}

const EMPTY: Omit<RunLog, 'reload'> = { lines: [], loaded: false, isComplete: false, error: '' };

/** Loads a run's whole log with debug lines. Follows it while the run is live, and reloads it at the end. */
export function useRunLogs(runID: string, live: boolean): RunLog {
  const hangar = useHangar();
  const [log, setLog] = useState(EMPTY);
  const [loads, setLoads] = useState(1);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      try {
        for await (const { lines, isComplete } of loadLines(hangar.api, runID)) {
          if (!isCurrent) return;
          setLog((before) => ({ lines: withNewer(lines, before.lines), loaded: true, isComplete, error: '' }));
        }
      } catch (error) {
        if (isCurrent) setLog((before) => ({ ...before, error: messageOf(error) }));
      }
    };
    const unsubscribe = [
      hangar.live.onReload(() => void load()),
      hangar.live.onEvents((events) => {
        const added = events.flatMap((event) => (event.type === 'logs' && event.runID === runID ? event.lines : []));
        if (added.length > 0) setLog((before) => ({ ...before, lines: merged(before.lines, added) }));
      }),
    ];
    if (live) unsubscribe.push(hangar.live.follow(runID, () => void load()));
    // While connecting, `onReload` starts the first load.
    if (hangar.live.connection.getState().connection !== 'connecting') void load();
    return () => {
      isCurrent = false;
      unsubscribe.forEach((stop) => stop());
    };
  }, [hangar, runID, live, loads]);
  return { ...log, reload: () => setLoads(loads + 1) };
}

/** Loads the log page by page; yields all lines loaded so far. */
async function* loadLines(api: Api, id: string): AsyncGenerator<Pick<RunLog, 'lines' | 'isComplete'>> {
  let lines: readonly LogEntry[] = [];
  for (;;) {
    const page = await fetchLogPage(api, id, lines.length);
    lines = [...lines, ...page.lines];
    const isComplete = page.lines.length === 0 || lines.length >= page.total;
    yield { lines, isComplete };
    if (isComplete) return;
  }
}

/** Adds the newer ones of the shown lines to the loaded ones. Loading begins at the first line, so all others are loaded. */
function withNewer(loaded: readonly LogEntry[], shown: readonly LogEntry[]): readonly LogEntry[] {
  const last = loaded.at(-1)?.insertID ?? '';
  const newer = shown.slice(shown.findLastIndex(({ insertID }) => insertID <= last) + 1);
  return newer.length === 0 ? loaded : [...loaded, ...newer];
}

/** Merges two lists of lines by `insertID`, in ascending order; the IDs are zero-padded, so they compare as text. */
function merged(lines: readonly LogEntry[], further: readonly LogEntry[]): readonly LogEntry[] {
  const last = lines.at(-1)?.insertID ?? '';
  if (further.every(({ insertID }, index) => insertID > (further[index - 1]?.insertID ?? last))) {
    return further.length === 0 ? lines : [...lines, ...further];
  }
  const byID = new Map([...lines, ...further].map((line) => [line.insertID, line]));
  return [...byID.values()].sort((a, b) => (a.insertID < b.insertID ? -1 : 1));
}

/** Lines in the first page; small, so that the log is readable while the rest loads. */
const FIRST_PAGE = 300;
const PAGE = 10_000;

/** Requests the page of a run's log that starts at `offset`. */
function fetchLogPage(api: Api, id: string, offset: number) {
  const limit = offset === 0 ? FIRST_PAGE : PAGE;
  return api.runs.logs({ params: { id }, query: { offset: String(offset), limit: String(limit) } });
}
