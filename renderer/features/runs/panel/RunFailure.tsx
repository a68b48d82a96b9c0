import { Link } from 'wouter';
import type { Reason } from '../../../../shared/contract/emulator/reason.ts';
import type { RunRow } from '../../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../../shared/model/run.ts';
import { useTasks } from '../../../core/data/hangar.ts';
import { failureOf } from '../../../core/run/run-display.ts';
import { FailureText } from '../../../ui/text/FailureText.tsx';
import { LinkedText, SCRIPT_FILE, type SourceOf, stripBidiControls } from '../../../ui/text/shown-text.tsx';
import { useRunLogs } from '../log/use-run-logs.ts';

interface RunFailureProps {
  /** A run or a session. */
  readonly row: Pick<RunRow, 'failure' | 'reason'>;
  /** The log of the run. */
  readonly lines: readonly LogEntry[];
  readonly source: SourceOf;
  /** The block of a session, and its run. */
  readonly block?: { readonly name: string; readonly runID: string } | undefined;
}

/** The failure below the header of a run or a session: what it came through, the reason, and its place in the source. */
export function RunFailure({ row: { failure, reason: why }, lines, source, block }: RunFailureProps) {
  const { runs, reason } = failureOf(failure);
  const { items } = useTasks();
  const below = runs
    .filter(({ runID }) => runID !== block?.runID)
    .map(({ runID, slug }) => ({ runID, name: items.find((task) => task.slug === slug)?.name || slug }));
  const through = block === undefined ? below : [block, ...below];
  const fault = why === null ? '' : faultOf(why);
  return (
    <FailureText text={failure}>
      {through.length === 0 && fault !== '' && `Failed${fault}: `}
      {through.map(({ name, runID }, index) => (
        <span key={runID}>
          {runID === '' ? (
            stripBidiControls(name)
          ) : (
            <Link href={`/runs/${runID}`} title={runID}>
              {stripBidiControls(name)}
            </Link>
          )}{' '}
          failed{index === through.length - 1 && fault}:{' '}
        </span>
      ))}
      <LinkedText text={reason} source={source} />
      <FailureFrames failure={failure} lines={lines}>
        {(frames) => {
          const place = placeOf(frames);
          return place !== '' && !reason.includes(place) && <LinkedText text={`, at ${place}`} source={source} />;
        }}
      </FailureFrames>
    </FailureText>
  );
}

/** The fault that ended the run that failed first, as the end of a verb: ` by the fault “busy”`; "" for none. */
function faultOf({ kind, text, runIDs }: Reason): string {
  return kind === 'fault' || runIDs.length > 0 ? (/failed( by the fault “[^”]*”)/i.exec(text)?.[1] ?? '') : '';
}

interface FailureFramesProps {
  readonly failure: string;
  /** The log of the run itself. */
  readonly lines: readonly LogEntry[];
  readonly children: (frames: readonly string[]) => React.ReactNode;
}

/** Gives the stack frames of a failure, from the log of the run in which it began. */
export function FailureFrames({ failure, lines, children }: FailureFramesProps) {
  const first = failureOf(failure).runs.at(-1);
  if (first === undefined) return children(framesOf(lines));
  return <FramesOfChild runID={first.runID}>{children}</FramesOfChild>;
}

function FramesOfChild({ runID, children }: Pick<FailureFramesProps, 'children'> & { runID: string }) {
  return children(framesOf(useRunLogs(runID, false).lines));
}

/** A line of a stack trace with a place in a script. */
const FRAME = new RegExp(String.raw`^\s*at .*?(${SCRIPT_FILE}:\d{1,6}:\d{1,6})\)?$`);
/** Maximum number of frames that are shown. */
const MOST = 8;

/** The stack trace at the end of a failed run's log, the innermost frame first; empty without one. */
export function framesOf(lines: readonly LogEntry[]): readonly string[] {
  const isFrame = (line: LogEntry | undefined): boolean => line?.level === 'error' && FRAME.test(line.text);
  const last = lines.findLastIndex(isFrame);
  let first = last;
  while (first > 0 && isFrame(lines[first - 1])) first -= 1;
  return last === -1
    ? []
    : lines
        .slice(first, last + 1)
        .map(({ text }) => text.trim())
        .slice(0, MOST);
}

/** Place of the innermost frame, such as `ledger.ts:5:33`; "" without one. */
export function placeOf(frames: readonly string[]): string {
  return FRAME.exec(frames[0] ?? '')?.[1] ?? '';
}
