import type { CheckpointDiff, RecordChanges } from '../../../../shared/contract/emulator/checkpoints.ts';
import { counted, listed } from '../../../ui/text/shown-text.tsx';

/** Number of different records. */
function countOf({ added, changed, removed }: RecordChanges): number {
  return added.length + changed.length + removed.length;
}

/** A summary of differences: `2 definitions, 5 runs and 1 prompt`; '' for none. */
export function diffText({ definitions, runs, sessions, prompts, more }: CheckpointDiff): string {
  const counts: readonly (readonly [number, string])[] = [
    [definitions.length, 'definition'],
    [countOf(runs), 'run'],
    [countOf(sessions), 'session'],
    [countOf(prompts), 'prompt'],
    [more, 'more difference'],
  ];
  return listed(counts.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun)));
}
