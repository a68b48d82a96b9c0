import type { RunRow, SessionBlock, SessionRow } from '../../../shared/contract/emulator/rows.ts';
import { TERMINAL_SESSION_STATUSES } from '../../../shared/model/status.ts';
import { type AnyStatus, STATUS_DISPLAY } from '../../ui/text/status.ts';
import { instantOf, instantOrNull } from '../../ui/text/time.ts';
import type { TimelineRow, TimelineSegment } from '../../ui/lists/Timeline.tsx';

/** The name of a block, or its slug without one. */
export function blockName({ name, slug }: Pick<SessionBlock, 'name' | 'slug'>): string {
  return name === '' ? slug : name;
}

/** The displayed status of a session: `Held` until it is released. */
export function sessionStatus({ session, held }: SessionRow): AnyStatus {
  return held ? 'Held' : session.status;
}

/** The displayed status of a block: `Held` instead of active; a pending block of an ended session was not reached. */
export function blockStatus({ status }: SessionBlock, row: SessionRow): AnyStatus {
  if (row.held && (status === 'Active' || status === 'Waiting')) return 'Held';
  return status === 'Pending' && hasEnded(row) ? 'NotReached' : status;
}

/** The progress of a session in a few words, such as `block 2 of 4: confirm`. */
export function progressText({ session, blocks }: SessionRow): string {
  if (session.status === 'Succeeded') return `${blocks.length} of ${blocks.length} blocks`;
  const isCurrent = ({ status }: SessionBlock) => ['Active', 'Waiting', 'Failed', 'Cancelled'].includes(status);
  const at = blocks.findIndex(isCurrent);
  const block = blocks[at];
  if (block === undefined) return STATUS_DISPLAY[session.status].text.toLowerCase();
  return `block ${at + 1} of ${blocks.length}: ${blockName(block)}`;
}

/** Returns true when the session is in a terminal status. */
export function hasEnded({ session }: SessionRow): boolean {
  return TERMINAL_SESSION_STATUSES.has(session.status);
}

/**
 * Timeline rows of all blocks: one that has no run yet has its place, so that nothing below moves when it begins. Held runs stand
 * still at the latest time of all.
 */
export function blockTimeline(blocks: readonly SessionBlock[], runs: readonly RunRow[]): readonly TimelineRow[] {
  const times = runs.map(({ createdAt, activeAt, endedAt }) => instantOf(endedAt ?? activeAt ?? createdAt));
  const stop = times.reduce((latest, time) => Math.max(latest, time), 0);
  return blocks.map((block) => {
    const row = { key: block.slug, name: blockName(block) };
    const run = runs.find(({ id }) => id === block.runID);
    return run === undefined
      ? { ...row, segments: [] }
      : { ...row, href: `/runs/${run.id}`, segments: segmentsOf(run, stop), ...(run.held && { note: 'held' }) };
  });
}

/** @param stop end of a held run */
function segmentsOf(run: RunRow, stop: number): readonly TimelineSegment[] {
  const created = instantOf(run.createdAt);
  const ended = run.held ? stop : instantOrNull(run.endedAt);
  const active = instantOrNull(run.activeAt);
  const queued: TimelineSegment = { phase: 'queued', from: created, to: active ?? ended };
  if (active === null) return [queued];
  const phase = run.status === 'Active' ? (run.waiting ? 'waiting' : 'active') : ENDED[run.status];
  return [...(active > created ? [queued] : []), { phase, from: active, to: ended }];
}

const ENDED: Readonly<Record<RunRow['status'], TimelineSegment['phase']>> = {
  NotStarted: 'queued',
  Queued: 'queued',
  Active: 'active',
  Succeeded: 'ok',
  Failed: 'bad',
  Cancelled: 'off',
};
