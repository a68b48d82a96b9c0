import { questionTitle } from '../../../../shared/model/titles.ts';
import { instantOf, instantOrNull } from '../../../ui/text/time.tsx';
import type { Lane } from './lane.ts';
import { LANE, type LanesBelow, type LanesBelowInput, type TimelineBlock } from './lanes-below.ts';
import type { Stretch } from './run-bar.ts';

const NOTES = { skipped: 'skipped', unreached: 'not reached', pending: 'not yet', '': '' } as const;

/** The blocks of a session in their order: a prompt with its question, a task with the lanes of its run. */
export function lanesOfBlocks(
  blocks: readonly TimelineBlock[],
  { detail, depth, lanesOfChild }: Omit<LanesBelowInput, 'lines'>,
): LanesBelow {
  const lanes: Lane[] = [];
  const waits: Stretch[] = [];
  let failedFrom: number | null = null;
  let failing: readonly string[] = [];
  for (const block of blocks) {
    const run = block.detail?.row;
    const below = run === undefined || block.prompt !== undefined ? undefined : lanesOfChild(run.id);
    const [first, ...others] = below?.lanes ?? [promptLane(block, detail.row.id, depth)];
    if (first === undefined) continue;
    lanes.push({ ...first, name: block.name }, ...others);
    waits.push(...waitsOf(block));
    if (run?.status !== 'Failed') continue;
    failedFrom = instantOf(run.activeAt ?? run.createdAt);
    failing = below?.failure?.lanes ?? [first.key];
  }
  return { lanes, waits, failedFrom, failing };
}

/** The times for which the run of a block waited. */
function waitsOf({ detail }: TimelineBlock): Stretch[] {
  const spans = detail?.timeline.filter(({ phase, runID }) => phase === 'waiting' && runID === detail.row.id) ?? [];
  return spans.map(({ from, to }) => ({ from: instantOf(from), to: instantOrNull(to) }));
}

/** The lane of a block with a prompt, or of one without a run. */
function promptLane({ slug, kind, name, state, detail, prompt }: TimelineBlock, runID: string, depth: number): Lane {
  const base: Lane = {
    ...{ ...LANE, key: `block ${slug}`, depth, name, note: NOTES[state] },
    ...{ kind: kind === 'prompt' ? 'prompt' : 'execute', runID: detail?.row.id ?? runID },
  };
  if (detail === undefined) return base;
  const { row } = detail;
  const submitted = instantOrNull(prompt?.submittedAt ?? null);
  const to = submitted ?? instantOrNull(prompt?.cancelledAt ?? row.endedAt);
  const failed = row.status === 'Failed';
  return {
    ...base,
    promptID: prompt?.id ?? '',
    label: questionTitle(prompt?.description ?? ''),
    segments: [{ phase: failed ? 'failed' : 'waiting', from: instantOf(prompt?.createdAt ?? row.createdAt), to }],
    end: to !== null && (failed || submitted !== null) ? { at: to, kind: failed ? 'failed' : 'done' } : null,
    failed,
  };
}
