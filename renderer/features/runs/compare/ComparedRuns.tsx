import { useMemo } from 'react';
import { Link } from 'wouter';
import type { RunDetail } from '../../../../shared/contract/emulator/rows.ts';
import { TERMINAL_RUN_STATUSES } from '../../../../shared/model/status.ts';
import { runStatus } from '../../../core/run/run-display.ts';
import { counted } from '../../../ui/text/shown-text.tsx';
import { RelativeTime } from '../../../ui/text/time.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { type RunLog, useRunLogs } from '../log/use-run-logs.ts';
import { comparedLines } from './compared-lines.ts';
import { compareJson } from './compare-json.ts';
import { timingPairs } from './run-timings.ts';
import { SideBySide } from './SideBySide.tsx';
import { type ComparedPart, timingRows } from './shown-rows.ts';
import classes from './compare.module.css';

interface ComparedRunsProps {
  readonly left: RunDetail;
  readonly right: RunDetail;
}

/** Two runs side by side: status, timings, input, output, failure and log. */
export function ComparedRuns({ left, right }: ComparedRunsProps) {
  const logLeft = useLogOf(left);
  const logRight = useLogOf(right);
  const parts = useMemo(() => partsOf({ left, right, logLeft, logRight }), [left, right, logLeft, logRight]);
  return (
    <>
      <div className={classes['heads']}>
        <Head detail={left} />
        <Head detail={right} />
      </div>
      <SideBySide parts={parts} />
    </>
  );
}

function useLogOf({ row }: RunDetail): RunLog {
  return useRunLogs(row.id, !TERMINAL_RUN_STATUSES.has(row.status));
}

function Head({ detail: { row, logLines } }: { detail: RunDetail }) {
  return (
    <div className={classes['head']}>
      <StatusBadge status={runStatus(row)} />{' '}
      <Link href={`/runs/${row.id}`} className="mono">
        {row.id}
      </Link>
      <div className="quiet small">
        created <RelativeTime at={row.createdAt} suffix="ago" /> · {row.environment} · {counted(logLines, 'log line')}
      </div>
    </div>
  );
}

interface TwoRuns extends ComparedRunsProps {
  readonly logLeft: RunLog;
  readonly logRight: RunLog;
}

function partsOf({ left, right, logLeft, logRight }: TwoRuns): ComparedPart[] {
  const timings = timingPairs({ detail: left, lines: logLeft.lines }, { detail: right, lines: logRight.lines });
  const logs = [logLeft, logRight];
  const error = logs.find((log) => log.error !== '')?.error;
  const isLoaded = logs.every(({ isComplete }) => isComplete);
  return [
    { name: 'Timings', empty: '', isWhole: true, rows: timingRows(timings) },
    { name: 'Input', empty: 'Neither run has values.', rows: filled(inputOf(left), inputOf(right)) },
    { name: 'Output', empty: 'Neither run has an output.', rows: filled(left.output, right.output) },
    ...(left.row.failure + right.row.failure === ''
      ? []
      : [
          {
            name: 'Failure',
            empty: '',
            rows: comparedLines(textLines(left.row.failure), textLines(right.row.failure)),
          },
        ]),
    {
      name: 'Log',
      empty: error ?? (isLoaded ? 'Neither run logged anything.' : 'Loading the logs…'),
      rows: isLoaded ? comparedLines(logTexts(logLeft), logTexts(logRight)) : [],
    },
  ];
}

/** Compares two values; nothing when both are empty. */
function filled(left: RunDetail['output'], right: RunDetail['output']): ComparedPart['rows'] {
  const isEmpty = [left, right].every((value) => JSON.stringify(value) === '{}');
  return isEmpty ? [] : compareJson(left, right);
}

/** The values and resources of a run as one object. */
function inputOf({ run: { paramValues, resources } }: RunDetail): RunDetail['output'] {
  return Object.keys(resources).length === 0 ? paramValues : { ...paramValues, resources };
}

function textLines(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function logTexts({ lines }: RunLog): string[] {
  return lines.map(({ level, text }) => `${level.padEnd(7)} ${text}`);
}
