import type { RunDetail, RunRow, SessionBlock, SessionRow } from '../../../../shared/contract/emulator/rows.ts';
import type { TimelineRun } from '../timeline/lanes-below.ts';
import { hasEnded, numberedName, type SessionData } from './session-look.ts';

/** A session as a run of the timeline, whose lanes are its blocks. */
export function runOfSession(data: SessionData): TimelineRun {
  const { row, details } = data;
  const all = [...details.values()];
  return {
    row: rowOfSession(data),
    behavior: '',
    steps: [],
    children: data.runs.filter(({ id }) => details.has(id)),
    prompts: [],
    sleeps: [],
    jumps: jumpsOf(all),
    timeline: all.flatMap(({ timeline }) => timeline),
    blocks: row.blocks.map((block, index) => blockOf(block, index, data)),
  };
}

function blockOf(block: SessionBlock, index: number, { row, details }: SessionData) {
  const { slug, kind, status, runID } = block;
  const detail = details.get(runID);
  const prompt = kind === 'prompt' ? detail?.prompts[0]?.prompt : undefined;
  return {
    ...{ slug, kind, detail, prompt },
    name: numberedName(block, index),
    state: status === 'Skipped' ? 'skipped' : status === 'Pending' ? (hasEnded(row) ? 'unreached' : 'pending') : '',
  } as const;
}

/** The row of a run with the times and the status of a session. */
function rowOfSession({ row: { session, ...row }, runs }: SessionData): RunRow {
  const { status } = session;
  const ends = runs.map(({ endedAt }) => endedAt ?? '');
  const last = [...ends, ...(ends.every((at) => at === '') ? [session.updatedAt] : [])].sort().at(-1);
  return {
    ...{ id: session.id, taskID: '', taskSlug: row.runbookSlug, name: session.name, environment: row.environment },
    ...{ sessionID: '', parentID: '', repeats: '', values: [], waiting: status === 'Waiting' },
    status: STATUS[status],
    createdAt: session.createdAt,
    createdBy: session.createdBy,
    activeAt: runs[0]?.createdAt ?? session.createdAt,
    endedAt: hasEnded({ session }) ? (last ?? session.updatedAt) : null,
    ...{ origin: row.origin, failure: row.failure, reason: row.reason, held: row.held },
  };
}

const STATUS: Readonly<Record<SessionRow['session']['status'], RunRow['status']>> = {
  Pending: 'Queued',
  Active: 'Active',
  Waiting: 'Active',
  Cancelling: 'Active',
  Succeeded: 'Succeeded',
  Failed: 'Failed',
  Cancelled: 'Cancelled',
};

/** The jumps of the clock during any of the runs, each once. */
function jumpsOf(details: readonly RunDetail[]): RunDetail['jumps'] {
  return [...new Map(details.flatMap(({ jumps }) => jumps).map((jump) => [jump.from, jump])).values()];
}
