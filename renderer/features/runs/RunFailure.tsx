import { Link } from 'wouter';
import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../shared/model/log.ts';
import { failureOf } from '../../core/run/failure.ts';
import { FailureText } from '../../ui/FailureText.tsx';
import { LinkedText, type SourceOf } from '../../ui/LinkedText.tsx';
import { framesOf, placeOf } from './failure-frames.ts';
import { useRunLogs } from './log/use-run-logs.ts';
import { withoutDirections } from '../../ui/without-directions.ts';

interface RunFailureProps {
  readonly detail: Pick<RunDetail, 'row' | 'children'>;
  /** The log of the run. */
  readonly lines: readonly LogEntry[];
  readonly source: SourceOf;
}

/** The failure below the header of a run: the children through which it came, the reason, and its place in the source. */
export function RunFailure({ detail: { row, children }, lines, source }: RunFailureProps) {
  const { runs, reason } = failureOf(row.failure);
  return (
    <FailureText text={row.failure}>
      {runs.map(({ slug, runID }) => (
        <span key={runID}>
          <Link href={`/runs/${runID}`} title={runID}>
            {withoutDirections(children.find(({ id }) => id === runID)?.name || slug)}
          </Link>{' '}
          failed:{' '}
        </span>
      ))}
      <LinkedText text={reason} source={source} />
      <FailureFrames row={row} lines={lines}>
        {(frames) => {
          const place = placeOf(frames);
          return place !== '' && !reason.includes(place) && <LinkedText text={`, at ${place}`} source={source} />;
        }}
      </FailureFrames>
    </FailureText>
  );
}

interface FailureFramesProps {
  readonly row: RunDetail['row'];
  /** The log of the run itself. */
  readonly lines: readonly LogEntry[];
  readonly children: (frames: readonly string[]) => React.ReactNode;
}

/** Gives the stack frames of a failure, from the log of the run in which it began. */
export function FailureFrames({ row, lines, children }: FailureFramesProps) {
  const first = failureOf(row.failure).runs.at(-1);
  if (first === undefined) return children(framesOf(lines));
  return <FramesOfChild runID={first.runID}>{children}</FramesOfChild>;
}

function FramesOfChild({ runID, children }: Pick<FailureFramesProps, 'children'> & { runID: string }) {
  return children(framesOf(useRunLogs(runID, false).lines));
}
