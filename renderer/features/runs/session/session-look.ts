import type { SessionBlock, SessionRow, RunDetail, RunRow } from '../../../../shared/contract/emulator/rows.ts';
import { TERMINAL_SESSION_STATUSES } from '../../../../shared/model/status.ts';
import { reasonText } from '../../../core/run/reason.tsx';
import { type AnyStatus, STATUS_DISPLAY } from '../../../ui/text/status.ts';
import type { Api } from '../../../core/data/api.ts';
import { readRun } from '../../../core/run/run-list.ts';

/** The name of a block, or its slug without one. */
export function blockName({ name, slug }: Pick<SessionBlock, 'name' | 'slug'>): string {
  return name === '' ? slug : name;
}

/** The name of a block with its number: `2 Confirm`. */
export function numberedName(block: Pick<SessionBlock, 'name' | 'slug'>, index: number): string {
  return `${index + 1} ${blockName(block)}`;
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

/** Index of the block at which a session stands, or ended; -1 before the first one and after success. */
export function currentBlock({ session, blocks }: SessionRow): number {
  if (session.status === 'Succeeded') return -1;
  return blocks.findIndex(({ status }) => ['Active', 'Waiting', 'Failed', 'Cancelled'].includes(status));
}

/** The progress or the end of a session in a few words: `2 of 3, Confirm: waits for an answer to “Close it?”`. */
export function progressText(row: SessionRow): string {
  const { session, blocks, failure, reason } = row;
  const at = currentBlock(row);
  const block = blocks[at];
  const state = STATUS_DISPLAY[session.status].text;
  if (block === undefined) return session.status === 'Failed' && failure !== '' ? failure : state;
  const name = blockName(block);
  if (session.status === 'Cancelled') return `${reason === null ? state : reasonText(reason)} in ${at + 1}, ${name}`;
  const text = withoutBlock(reason?.text ?? '', block);
  return `${at + 1} of ${blocks.length}, ${name}${text === '' || row.held ? '' : `: ${text}`}`;
}

/** A reason or a failure without the block at its beginning, whose name stands before it. */
export function withoutBlock(text: string, block: Pick<SessionBlock, 'name' | 'slug'>): string {
  const beginning = [`${blockName(block)}: `, `${block.slug} failed: `].find((each) => text.startsWith(each)) ?? '';
  return text.slice(beginning.length);
}

/** Returns true when the session is in a terminal status. */
export function hasEnded({ session }: Pick<SessionRow, 'session'>): boolean {
  return TERMINAL_SESSION_STATUSES.has(session.status);
}

/** A session with its runs, and the details of those of its blocks, by ID. */
export interface SessionData {
  readonly row: SessionRow;
  readonly runs: readonly RunRow[];
  readonly details: ReadonlyMap<string, RunDetail>;
}

/** Reads a session, and the run of each of its blocks. */
export async function readSession(api: Api, id: string): Promise<SessionData> {
  const { row, runs } = await api.sessions.get({ params: { id } });
  const started = row.blocks.filter(({ runID }) => runs.some((run) => run.id === runID));
  // A run may have been removed as one of the oldest meanwhile.
  const read = await Promise.allSettled(started.map(({ runID }) => readRun(api, runID)));
  const details = read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  return { row, runs, details: new Map(details.map((detail) => [detail.row.id, detail])) };
}
