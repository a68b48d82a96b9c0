import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { type AnyStatus, STATUS_DISPLAY } from '../../ui/text/status.ts';
import { clockTime } from '../../ui/text/time.tsx';

type Shown = Pick<RunRow, 'status' | 'waiting' | 'held'> & Partial<Pick<RunRow, 'reason'>>;

/** The displayed status of a run: `Waiting` while a prompt is pending, `Held` until it is released, `Timed out` by its timeout. */
export function runStatus({ status, waiting, held, reason }: Shown): AnyStatus {
  if (held) return 'Held';
  if (reason?.kind === 'timeout') return 'TimedOut';
  return status === 'Active' && waiting ? 'WaitingForPrompt' : status;
}

/** Tells runs of one task, or sessions of one runbook, apart: status, time, and the end of the ID. */
export function distinction(status: AnyStatus, { id, createdAt }: Pick<RunRow, 'id' | 'createdAt'>): string {
  return [STATUS_DISPLAY[status].text, clockTime(createdAt).slice(0, 8), id.slice(-6)].join(' · ');
}

/** A shortened ID: `run…k2m9`. */
export function shortID(id: string): string {
  return id.length <= 8 ? id : `${id.slice(0, 3)}…${id.slice(-4)}`;
}

/** Beginning of a failure that a child run caused: `ledger (run20261125z3241lddde5) failed: `. */
const FROM_CHILD = /^(\S{1,200}) \((run2\d{7}[0-9a-z]{4,20})\) failed: /;

/** A failure by its cause. */
interface Failure {
  /** The runs through which it came, the nearest first; `slug` is that of the task. */
  readonly runs: readonly { readonly slug: string; readonly runID: string }[];
  readonly reason: string;
}

/** Takes a run's failure text apart. */
export function failureOf(text: string): Failure {
  const runs: { slug: string; runID: string }[] = [];
  let reason = text;
  for (let found = FROM_CHILD.exec(reason); found !== null; found = FROM_CHILD.exec(reason)) {
    const [prefix, slug = '', runID = ''] = found;
    runs.push({ slug, runID });
    reason = reason.slice(prefix.length);
  }
  return { runs, reason };
}

/** A failure in a row, without IDs: `ledger: The period is closed`. */
export function shortFailure(text: string): string {
  const { runs, reason } = failureOf(text);
  return [...runs.map(({ slug }) => slug), reason].join(': ');
}
