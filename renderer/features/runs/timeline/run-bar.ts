import type { RunRow } from '../../../../shared/contract/emulator/rows.ts';
import { instantOf, instantOrNull } from '../../../ui/text/time.tsx';
import type { Phase, Segment } from './lane.ts';

/** A period; `to` is null while it lasts. */
export interface Stretch {
  readonly from: number;
  readonly to: number | null;
}

const END = Number.POSITIVE_INFINITY;

/**
 * The segments of a run's bar: queued, then executing and waiting, then failed. @param failedFrom beginning of the failed part,
 * null when only its end is known; ignored unless the run failed
 */
export function runBar(row: RunRow, waits: readonly Stretch[], failedFrom: number | null): Segment[] {
  const created = instantOf(row.createdAt);
  const active = instantOrNull(row.activeAt);
  const end = instantOrNull(row.endedAt);
  const queued: Segment = { phase: 'queued', from: created, to: active ?? end };
  if (active === null) return [queued];
  const phase: Phase = row.status === 'Succeeded' ? 'succeeded' : 'executing';
  const failed = row.status === 'Failed' ? Math.max(active, Math.min(failedFrom ?? END, end ?? END)) : END;
  const segments: Segment[] = [queued];
  let at = active;
  for (const wait of joined(waits)) {
    const from = Math.max(wait.from, at);
    const to = Math.min(wait.to ?? END, failed, end ?? END);
    if (to <= from && wait.to !== null) continue;
    if (from > at) segments.push({ phase, from: at, to: from });
    segments.push({ phase: 'waiting', from, to: to === END ? null : to });
    at = to;
  }
  if (at < Math.min(failed, end ?? END)) {
    segments.push({ phase, from: at, to: failed < END ? failed : end });
    at = failed;
  }
  if (row.status === 'Failed') segments.push({ phase: 'failed', from: failed, to: end });
  return segments;
}

/** Periods in order, with overlapping ones joined. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const next of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last === undefined || (last.to !== null && next.from > last.to)) result.push(next);
    else if (last.to !== null && (next.to === null || next.to > last.to))
      result[result.length - 1] = { from: last.from, to: next.to };
  }
  return result;
}
